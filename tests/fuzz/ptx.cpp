// PTX, in which `clc audit` looks for strings.
#include "text_strings.h"
#include "worker/insight/strings/ptx_strings.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clc::worker::StringFinder finder;
  clc::worker::read_ptx_strings(clc::fuzz::view_of(data, size), "x", finder);
  return 0;
}
