// What clc tells the layer of a source, and what the layer remembers of it.
#include "recording/asked_files.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView text = fuzz::view_of(data, size);
  static_cast<void>(layer::read_asked_files(text, "/tmp/given"));
  const std::vector<layer::ToldFiles> told = layer::decode_told_files(text);
  const std::string encoded = layer::encode_told_files(told);
  fuzz::require(layer::encode_told_files(layer::decode_told_files(encoded)) == encoded);
  return 0;
}
