// SPIR-V, in which `clc audit` looks for strings, and whose kernels' arguments are read.
#include <cstring>

#include "text_strings.h"
#include "worker/insight/strings/spirv_strings.h"
#include "worker/targets/spirv/spirv_interface.h"

using namespace clc;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  worker::StringFinder finder;
  worker::read_spirv_strings(fuzz::view_of(data, size), "x", finder);
  std::vector<std::uint32_t> words(size / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * sizeof(std::uint32_t));
  for (const KernelInterface& kernel : worker::interface_of_spirv(words, 8).kernels) {
    for (const Argument& argument : kernel.arguments) fuzz::require(argument.alignment != 0);
  }
  return 0;
}
