// The lists of included files that clc gives to the layer, and those that the layer keeps.
#include "fuzz.h"
#include "recording/inclusion_list.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView text = fuzz::view_of(data, size);
  static_cast<void>(layer::read_inclusion_list(text, "/tmp/given"));
  const std::vector<layer::KnownInclusions> lists = layer::decode_known_inclusions(text);
  const std::string encoded = layer::encode_known_inclusions(lists);
  fuzz::require(layer::encode_known_inclusions(layer::decode_known_inclusions(encoded)) == encoded);
  return 0;
}
