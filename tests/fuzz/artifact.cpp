// An artifact of the worker, as an entry of the cache and as a part of its reply.
#include "clc/package/artifact.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  const Result<Artifact> artifact = decode_known_artifact(input);
  (void)decode_artifact(input);
  if (!artifact) return 0;
  const Bytes bytes = encode_artifact(*artifact);
  const Result<Artifact> again = decode_artifact(bytes);
  fuzz::require(again && encode_artifact(*again) == bytes);
  return 0;
}
