#include "offline/offline_plan.h"

#include "catch_all.h"
#include "toolchain/installed_devices.h"

using namespace clc;

namespace {

using Names = std::vector<std::string>;

DeviceInfo info_of(const std::string& name, const std::string& version = "OpenCL 3.0") {
  DeviceInfo info;
  info.name = name;
  info.version = version;
  return info;
}

ListedDevice installed(const std::string& name, std::uint64_t compute_capability = 0) {
  ListedDevice device;
  device.device = name;
  device.kind = "gpu";
  device.compute_capability = compute_capability;
  return device;
}

Names targets(const DeviceInfo& info, const std::vector<ListedDevice>& devices = {}, const std::string& variable = "",
              OfflineMode mode = OfflineMode::k_binary) {
  const Result<OfflinePlan> plan = plan_offline(mode, info, devices, variable);
  if (!plan) return {plan.error().message};
  Names names;
  for (const Target& target : plan->targets) names.push_back(target.name());
  return names;
}

std::string extensions(const DeviceInfo& info, const std::vector<ListedDevice>& devices = {}) {
  const Result<OfflinePlan> plan = plan_offline(OfflineMode::k_spirv, info, devices, "");
  REQUIRE(plan);
  std::string text;
  for (const std::string& option : plan->options) text += option + " ";
  return text;
}

bool takes_back(const std::string& options, const std::string& name) {
  return options.find("-" + name + ",") != std::string::npos || options.find("-" + name + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("the installed device of that name tells what it takes", "[offline]") {
  const std::vector<ListedDevice> devices = {installed("NVIDIA H200", 90), installed("Some CPU"),
                                             installed("gfx90a:sramecc+:xnack-")};
  CHECK(targets(info_of("NVIDIA H200"), devices, "nvptx:sm_50") == Names{"nvptx:sm_90"});
  CHECK(targets(info_of("Some CPU"), devices) == Names{"driver:some cpu"});
  CHECK(targets(info_of("gfx90a:sramecc+:xnack-"), devices) == Names{"amdgcn:gfx90a,sramecc+,xnack-"});
}

TEST_CASE("a chip that is newer than all that are known gets PTX of the newest", "[offline]") {
  CHECK(targets(info_of("Next"), {installed("Next", 135)}) == Names{"nvptx:sm_121"});
  CHECK(targets(info_of("Between"), {installed("Between", 102)}) == Names{"nvptx:sm_101"});
}

TEST_CASE("an absent device is compiled for by the variable, else by what it is called", "[offline]") {
  const Names any_chip = {"nvptx:sm_50", "nvptx:sm_53", "nvptx:sm_60", "nvptx:sm_70", "nvptx:sm_80", "nvptx:sm_90"};
  CHECK(targets(info_of("NVIDIA A100", "OpenCL 3.0 CUDA")) == any_chip);
  CHECK(targets(info_of("NVIDIA A100", "OpenCL 3.0 CUDA"), {}, "cubin:sm_80") == Names{"cubin:sm_80"});
  CHECK(targets(info_of("pthread-haswell", "OpenCL 3.0 PoCL HSTR")) == Names{"driver:pocl"});
  CHECK(targets(info_of("gfx1100")) == Names{"amdgcn:gfx1100"});
  DeviceInfo takes_il = info_of("Unknown GPU");
  takes_il.il_version = "SPIR-V_1.0 SPIR-V_1.3";
  CHECK(targets(takes_il) == Names{"spirv64:1.3"});
  CHECK(targets(info_of("Unknown GPU"))[0].find("set CLC_OFFLINE_TARGET") != std::string::npos);
  CHECK(targets(info_of("Unknown GPU"), {}, "sm80")[0].find("CLC_OFFLINE_TARGET: ") == 0);
}

TEST_CASE("SPIR-V has the highest version that the device takes and that is known", "[offline]") {
  const auto of = [](const std::string& versions, std::uint64_t bits) {
    DeviceInfo info = info_of("A device");
    info.il_version = versions;
    info.address_bits = bits;
    return targets(info, {}, "", OfflineMode::k_spirv);
  };
  CHECK(of("SPIR-V_1.0 SPIR-V_1.2 SPIR-V_1.1", 64) == Names{"spirv64:1.2"});
  CHECK(of("SPIR-V_1.4 SPIR-V_9.9", 32) == Names{"spirv32:1.4"});
  CHECK(of("SPIR-V_1.10", 64)[0].find("takes 'SPIR-V_1.10', a version that clc does not know") != std::string::npos);
  CHECK(of("", 64)[0].find("names no CL_DEVICE_IL_VERSION") != std::string::npos);
}

TEST_CASE("SPIR-V is tuned for the installed device of that name", "[offline]") {
  DeviceInfo info = info_of("A CPU");
  info.il_version = "SPIR-V_1.2";
  ListedDevice device = installed("A CPU");
  device.platform = "Intel(R) OpenCL";
  device.kind = "cpu";
  CHECK(targets(info, {device}, "", OfflineMode::k_spirv) == Names{"spirv64:1.2,tune=intel-cpu"});
  CHECK(targets(info, {}, "", OfflineMode::k_spirv) == Names{"spirv64:1.2"});
}

TEST_CASE("SPIR-V announces what the device has", "[offline]") {
  DeviceInfo info = info_of("A device");
  info.il_version = "SPIR-V_1.2";
  info.extensions = {"cl_khr_fp64"};
  const std::string options = extensions(info);
  CHECK_FALSE(takes_back(options, "cl_khr_fp64"));
  CHECK_FALSE(takes_back(options, "__opencl_c_fp64"));
  CHECK(takes_back(options, "cl_khr_fp16"));
  CHECK(takes_back(options, "__opencl_c_subgroups"));
  CHECK_FALSE(takes_back(options, "__opencl_c_generic_address_space"));  // nothing is known of it
  CHECK(options.find("__IMAGE_SUPPORT__") == std::string::npos);

  info.has_images = false;
  CHECK(extensions(info).find("-U__IMAGE_SUPPORT__ ") != std::string::npos);
  CHECK(takes_back(extensions(info), "__opencl_c_images"));

  ListedDevice device = installed("A device");
  device.features = {"__opencl_c_subgroups"};
  CHECK_FALSE(takes_back(extensions(info, {device}), "__opencl_c_subgroups"));
  CHECK(takes_back(extensions(info, {device}), "__opencl_c_generic_address_space"));
}
