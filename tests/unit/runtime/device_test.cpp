#include "clc/runtime/device.h"

#include <string>

#include "catch_all.h"
#include "clc/runtime/opencl_error.h"
#include "skip.h"

namespace clc {

TEST_CASE("Error codes have names") {
  CHECK(opencl_error_name(0) == "CL_SUCCESS (0)");
  CHECK(opencl_error_name(-42) == "CL_INVALID_BINARY (-42)");
  CHECK(opencl_error_name(-54) == "CL_INVALID_WORK_GROUP_SIZE (-54)");
  CHECK(opencl_error_name(-1001) == "CL_PLATFORM_NOT_FOUND_KHR (-1001)");
  CHECK(opencl_error_name(-123456) == "unknown OpenCL error (-123456)");
}

TEST_CASE("Devices are found by kind, number and name") {
  const Result<std::vector<Device>> devices = list_devices();
  REQUIRE(devices);
  if (devices->empty()) return test::skip("device selection", "there is no OpenCL device");
  const Device& first = devices->front();
  CHECK(first.facts.platform_version.rfind("OpenCL ", 0) == 0);
  CHECK((first.facts.address_bits == 32 || first.facts.address_bits == 64));
  CHECK(first.facts.max_work_group_size > 0);
  CHECK(first.facts.has_fp64 == first.facts.has_extension("cl_khr_fp64"));

  CHECK(select_device("")->id != nullptr);
  CHECK(select_device("#0")->id == first.id);
  CHECK(select_device(first.facts.name)->facts.name == first.facts.name);
  CHECK(read_facts(first.id)->name == first.facts.name);
  for (const char* pattern : {"#", "#x", "#0x", "#-1", "#99999999999999999999", "#1000", "no such device"}) {
    CAPTURE(pattern);
    const Result<Device> none = select_device(pattern);
    REQUIRE_FALSE(none);
    CHECK(none.error().kind == ErrorKind::k_unavailable);
    CHECK(none.error().message.find("#0 " + first.facts.name) != std::string::npos);
  }
  if (first.facts.kind == DeviceKind::k_cpu) CHECK(select_device("CPU")->facts.kind == DeviceKind::k_cpu);
}

}  // namespace clc
