// Memos of this machine about its tools: observations, and the identity that rests on them.
#include "fuzz.h"
#include "identity/observations.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  ByteReader reader(input);
  const Observations seen = Observations::read(reader);
  (void)environment_entries(std::string(input));
  if (!reader.is_done()) return 0;
  ByteWriter writer;
  seen.write(writer);
  const Bytes bytes = writer.take();
  ByteReader again(bytes);
  (void)Observations::read(again);
  fuzz::require(again.is_done());
  return 0;
}
