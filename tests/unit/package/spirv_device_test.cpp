#include "clc/package/spirv_device.h"

#include "catch_all.h"

using namespace clc;

namespace {

std::string target(const SpirvDevice& device) {
  const std::optional<Target> found = spirv_target(device);
  return found ? found->name() : "none";
}

}  // namespace

TEST_CASE("SPIR-V for a device has the highest version that it names and that is known") {
  CHECK(target({"SPIR-V_1.0 SPIR-V_1.2 SPIR-V_1.1", 64, {}, {}, {}}) == "spirv64:1.2");
  CHECK(target({"SPIR-V_1.4 SPIR-V_9.9", 32, {}, {}, {}}) == "spirv32:1.4");
  CHECK(target({"SPIR-V_1.10", 64, {}, {}, {}}) == "none");
  CHECK(target({"OTHER_1.2", 64, {}, {}, {}}) == "none");
  CHECK(target({"", 64, {}, {}, {}}) == "none");
}

TEST_CASE("SPIR-V is tuned for Intel's driver for CPUs alone") {
  SpirvDevice device{"SPIR-V_1.2", 64, {"cl_khr_subgroup_rotate"}, {}, {}, "Intel(R) OpenCL", "cpu"};
  CHECK(target(device) == "spirv64:1.2,SPV_KHR_subgroup_rotate,tune=intel-cpu");
  device.kind = "gpu";
  CHECK(target(device) == "spirv64:1.2,SPV_KHR_subgroup_rotate");
  device.kind = "cpu";
  device.platform = "Portable Computing Language";
  CHECK(target(device) == "spirv64:1.2,SPV_KHR_subgroup_rotate");
}

TEST_CASE("SPIR-V for a device has the extensions of which it has every capability") {
  SpirvDevice device{"SPIR-V_1.2", 64, {"cl_khr_fp64"}, {}, {}};
  device.spirv_extensions = {"SPV_KHR_subgroup_rotate", "SPV_EXT_shader_atomic_float_add", "SPV_KHR_unknown",
                             "SPV_KHR_cooperative_matrix"};
  CHECK(takes_spirv_extension(device, "SPV_KHR_cooperative_matrix"));  // which is chosen by hand alone
  CHECK(target(device) == "spirv64:1.2,SPV_KHR_subgroup_rotate");
  device.spirv_capabilities = {6026, 6033, 6034};
  CHECK(target(device) == "spirv64:1.2,SPV_EXT_shader_atomic_float_add,SPV_KHR_subgroup_rotate");
  device.spirv_capabilities = {6033};
  CHECK(target(device) == "spirv64:1.2");  // without atomics of double, which the device has otherwise
  device.extensions = {};
  CHECK(target(device) == "spirv64:1.2,SPV_EXT_shader_atomic_float_add");
  CHECK(takes_spirv_extension(device, "SPV_KHR_unknown"));
  CHECK_FALSE(takes_spirv_extension(device, "SPV_INTEL_subgroups"));
}

TEST_CASE("a driver that lists no extensions of SPIR-V shows some by those of OpenCL") {
  SpirvDevice device{"SPIR-V_1.3", 64, {"cl_ext_float_atomics", "cl_khr_integer_dot_product"}, {}, {}};
  CHECK(target(device) == "spirv64:1.3,SPV_KHR_integer_dot_product");
  CHECK(takes_spirv_extension(device, "SPV_EXT_shader_atomic_float_min_max"));
  CHECK_FALSE(takes_spirv_extension(device, "SPV_KHR_subgroup_rotate"));
  device.extensions.emplace_back("cl_intel_spirv_subgroups");
  CHECK(target(device) == "spirv64:1.3,SPV_INTEL_subgroups,SPV_KHR_integer_dot_product");
}
