#include "lookup/action.h"

#include <algorithm>

#include "base/fields/byte_fields.h"

namespace clc {
namespace {

constexpr std::string_view k_action_format = "clc.action.1";
constexpr std::size_t k_most_candidates = 16;

}  // namespace

void Action::add(Candidate candidate) {
  std::erase_if(candidates, [&](const Candidate& other) {
    return other.place == candidate.place && other.facts == candidate.facts;
  });
  candidates.insert(candidates.begin(), std::move(candidate));
  if (candidates.size() > k_most_candidates) candidates.resize(k_most_candidates);
}

template <class F>
void fields(F& f, FieldsOf<F, Candidate>& candidate) {
  f.digest(candidate.artifact);
  f.text(candidate.place);
  f.object(candidate.facts);
}

Bytes encode_action(const Action& action) {
  ByteWriter writer;
  writer.text(k_action_format);
  ByteFieldWriter(writer).list(action.candidates);
  return writer.take();
}

std::optional<Action> decode_action(BytesView bytes) {
  ByteReader reader(bytes);
  if (reader.text() != k_action_format) return std::nullopt;
  Action action;
  ByteFieldReader(reader).list(action.candidates, k_most_candidates);
  if (!reader.is_done()) return std::nullopt;
  return action;
}

}  // namespace clc
