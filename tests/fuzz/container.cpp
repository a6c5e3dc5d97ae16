// A package in one file, and its container alone: what is taken is exactly what clc would write.
#include "clc/package/container.h"
#include "clc/package/package.h"
#include "fuzz.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView input = fuzz::view_of(data, size);
  const Result<std::vector<ContainerImage>> images = decode_container(input);
  fuzz::require(images.has_value() == view_container(input).has_value());
  fuzz::require(!images || encode_container(*images) == input);
  if (const Result<Package> package = Package::from_memory(input)) (void)package->read_all();
  return 0;
}
