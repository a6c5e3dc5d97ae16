// An action as an HTTP server keeps it: JSON with base64 in it.
#include "action_result.h"
#include "base/encoding/base64.h"
#include "clc/base/digest.h"
#include "fuzz.h"

using namespace clc;
using namespace clc::cache;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  if (const std::optional<Bytes> bytes = from_base64(input)) fuzz::require(from_base64(to_base64(*bytes)) == bytes);
  const std::optional<ActionResult> action = decode_action_result(input);
  if (!action) return 0;
  fuzz::require(action->artifact_digest.empty() || is_sha256_hex(action->artifact_digest));
  const auto again = decode_action_result(encode_action_result(action->payload, sha256_hex(""), action->artifact_size));
  fuzz::require(again && again->payload == action->payload && again->artifact_size == action->artifact_size);
  return 0;
}
