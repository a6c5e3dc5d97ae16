// Calls of the front of OpenCL drivers: none ends the process, and each answers what OpenCL's specification lists for
// it.
#include "calls/calls.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  driver_calls::Calls(driver_calls::fake_driver(), {data, size}).run();
  return 0;
}
