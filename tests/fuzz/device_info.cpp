// The file by which Khronos's conformance tests describe a device, and the needs of a module of SPIR-V. The first byte
// chooses.
#include "offline/device_info.h"
#include "fuzz.h"
#include "offline/spirv_needs.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  if (fuzz::take_choice(input) % 2 != 0) {
    const SpirvNeeds needs = read_spirv_needs(input);
    fuzz::require(needs.capabilities.size() + needs.extensions.size() <= size);
  } else if (const Result<DeviceInfo> info = parse_device_info(input)) {
    fuzz::require(info->address_bits == 32 || info->address_bits == 64);
  }
  return 0;
}
