// An action, from this disk or from a server: what was read, and which artifact came of it.
#include "lookup/action.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  std::optional<Action> action = decode_action(input);
  if (!action) return 0;
  // Every action has one encoding.
  fuzz::require(encode_action(*action) == input);
  if (!action->candidates.empty()) action->add(action->candidates.back());
  fuzz::require(decode_action(encode_action(*action)).has_value());
  return 0;
}
