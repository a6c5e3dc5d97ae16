#include <string>

#include "catch_all.h"
#include "clc/package/target.h"
#include "clc/runtime/choose.h"
#include "version.h"

namespace clc {
namespace {

DeviceFacts pocl() {
  DeviceFacts facts;
  facts.platform_name = "Portable Computing Language";
  facts.platform_version = "OpenCL 3.0 PoCL 3.1";
  facts.driver_version = "3.1";
  facts.version = "OpenCL 3.0 PoCL HSTR: pthread-haswell";
  facts.name = "pthread-haswell";
  facts.kind = DeviceKind::k_cpu;
  facts.address_bits = 64;
  return facts;
}

DeviceFacts nvidia(int capability) {
  DeviceFacts facts;
  facts.platform_name = "NVIDIA CUDA";
  facts.platform_version = "OpenCL 3.0 CUDA 13.0";
  facts.driver_version = "580.159";
  facts.version = "OpenCL 3.0 CUDA";
  facts.name = "NVIDIA H200";
  facts.kind = DeviceKind::k_gpu;
  facts.address_bits = 64;
  facts.nvidia_compute_capability = capability;
  return facts;
}

DeviceFacts by_cuda(int capability) {
  DeviceFacts facts = nvidia(capability);
  facts.platform_name = k_cuda_platform;
  facts.version = "OpenCL 3.0 cuda:sm_" + std::to_string(capability);
  return facts;
}

DeviceFacts amd(const std::string& name) {
  DeviceFacts facts;
  facts.platform_name = "AMD Accelerated Parallel Processing";
  facts.platform_vendor = "Advanced Micro Devices, Inc.";
  facts.platform_version = "OpenCL 2.1 AMD-APP (3513.0)";
  facts.name = name;
  facts.kind = DeviceKind::k_gpu;
  facts.address_bits = 64;
  return facts;
}

DeviceFacts takes_il(const std::string& il, std::uint32_t bits = 64) {
  DeviceFacts facts = pocl();
  facts.platform_version = "OpenCL 3.1 LINUX";
  facts.il_version = il;
  facts.address_bits = bits;
  return facts;
}

Variant variant(const std::string& target, const std::string& format) {
  Variant variant;
  variant.target = target;
  variant.format = format;
  return variant;
}

Variant driver_variant(const DeviceFacts& maker, const std::string& device_name = "") {
  Variant made = variant("driver:pocl", "driver");
  made.match.platform_version = maker.platform_version;
  made.match.driver_version = maker.driver_version;
  made.match.device_version = maker.version;
  made.match.device_name = device_name;
  return made;
}

std::string targets(const Choice& choice) {
  std::string text;
  for (const Variant* fitting : choice.fitting) text += (text.empty() ? "" : " ") + fitting->target;
  return text;
}

// The reason why the variant is refused; empty when it fits.
std::string refusal(const Variant& judged, const DeviceFacts& device) {
  Module module;
  module.variants = {judged};
  const Choice choice = choose_variants(module, device);
  REQUIRE(choice.fitting.size() + choice.refused.size() == 1);
  return choice.refused.empty() ? "" : choice.refused[0].reason;
}

}  // namespace

TEST_CASE("PTX fits NVIDIA devices of its architecture and later") {
  struct {
    const char* target;
    int capability;
    const char* refused_for;  // part of the reason; empty: fits
  } const cases[] = {
      {"nvptx:sm_90", 90, ""},
      {"nvptx:sm_52", 90, ""},
      {"nvptx:sm_90", 120, ""},
      {"nvptx:sm_90", 89, "needs sm_90 or later, and this device is sm_89"},
      {"nvptx:sm_100", 90, "recompile with clc for nvptx:sm_90"},
      {"nvptx:sm_90a", 90, ""},
      {"nvptx:sm_90a", 100, "runs on sm_90 only, and this device is sm_100"},
      {"nvptx:sm_100a", 90, "runs on sm_100 only"},
      {"nvptx:sm_90,fast", 90, ""},
      {"nvptx:sm_", 90, "names no NVIDIA architecture"},
      {"nvptx:sm_90xyz", 90, "names no NVIDIA architecture"},
      {"nvptx", 90, "names no NVIDIA architecture"},
  };
  for (const auto& row : cases) {
    CAPTURE(row.target, row.capability);
    const std::string reason = refusal(variant(row.target, "ptx"), nvidia(row.capability));
    CAPTURE(reason);
    CHECK(reason.empty() == (*row.refused_for == '\0'));
    CHECK(reason.find(row.refused_for) != std::string::npos);
  }
  CHECK(refusal(variant("nvptx:sm_90", "ptx"), pocl()).find("NVIDIA GPUs") != std::string::npos);
}

TEST_CASE("PTX is for one of NVIDIA's drivers") {
  CHECK(refusal(variant("cuda:sm_90", "ptx"), by_cuda(90)).empty());
  CHECK(refusal(variant("cuda:sm_75", "ptx"), by_cuda(90)).empty());
  CHECK(refusal(variant("cuda:sm_100", "ptx"), by_cuda(90)).find("recompile with clc for cuda:sm_90") !=
        std::string::npos);
  CHECK(refusal(variant("cuda:sm_90", "ptx"), nvidia(90)).find("is for CUDA's driver by way of libclc-cuda.so") !=
        std::string::npos);
  CHECK(refusal(variant("cuda:sm_90", "ptx"), pocl()).find("NVIDIA GPUs") != std::string::npos);
  for (const auto& [target, format] : {std::pair("nvptx:sm_90", "ptx"), {"cubin:sm_90", "cubin"}}) {
    const std::string reason = refusal(variant(target, format), by_cuda(90));
    CAPTURE(reason);
    CHECK(reason.find("NVIDIA's OpenCL driver, and this device is of the platform 'clc CUDA'") != std::string::npos);
    CHECK(reason.find("recompile with clc for cuda:sm_90") != std::string::npos);
  }
  CHECK(own_target(by_cuda(89)) == "cuda:sm_89");
}

TEST_CASE("Machine code of NVIDIA fits its architecture and later ones of its major version") {
  struct {
    const char* target;
    int capability;
    const char* refused_for;  // part of the reason; empty: fits
  } const cases[] = {
      {"cubin:sm_90", 90, ""},
      {"cubin:sm_80", 80, ""},
      {"cubin:sm_80", 86, ""},
      {"cubin:sm_80", 89, ""},
      {"cubin:sm_86", 80, "machine code for sm_86, and this device is sm_80; recompile with clc for cubin:sm_80"},
      {"cubin:sm_80", 90, "this device is sm_90"},
      {"cubin:sm_90", 100, "this device is sm_100"},
      {"cubin:sm_100", 103, ""},
      {"cubin:sm_100", 110, "this device is sm_110"},
      {"cubin:sm_100", 120, "this device is sm_120"},
      {"cubin:sm_90a", 90, ""},
      {"cubin:sm_100a", 103, "machine code for sm_100"},
      {"cubin:sm_100f", 103, "machine code for sm_100"},
      {"cubin:sm_80", 87, "machine code for sm_80"},
      {"cubin:sm_87", 87, ""},
      {"cubin:sm_87", 89, "machine code for sm_87"},
      {"cubin:sm_x", 90, "names no NVIDIA architecture"},
  };
  for (const auto& row : cases) {
    CAPTURE(row.target, row.capability);
    const std::string reason = refusal(variant(row.target, "cubin"), nvidia(row.capability));
    CAPTURE(reason);
    CHECK(reason.empty() == (*row.refused_for == '\0'));
    CHECK(reason.find(row.refused_for) != std::string::npos);
  }
  CHECK(refusal(variant("cubin:sm_90", "cubin"), pocl()).find("NVIDIA GPUs") != std::string::npos);
}

TEST_CASE("A code object fits the AMD device of that name and settings") {
  struct {
    const char* target;
    DeviceFacts device;
    const char* refused_for;
  } const cases[] = {
      {"amdgcn:gfx90a", amd("gfx90a:sramecc+:xnack-"), ""},
      {"amdgcn:gfx90a,sramecc+", amd("gfx90a:sramecc+:xnack-"), ""},
      {"amdgcn:gfx90a,sramecc+,xnack-", amd("gfx90a:sramecc+:xnack-"), ""},
      {"amdgcn:gfx90a,xnack+", amd("gfx90a:sramecc+:xnack-"), "compiled with xnack+"},
      {"amdgcn:gfx90a,sramecc-,xnack-", amd("gfx90a:sramecc+:xnack-"),
       "recompile with clc for amdgcn:gfx90a:sramecc+:xnack-"},
      {"amdgcn:gfx90a,xnack-", amd("gfx90a"), "compiled with xnack-"},
      {"amdgcn:gfx1100", amd("gfx1100"), ""},
      {"amdgcn:gfx110", amd("gfx1100"), "recompile with clc for amdgcn:gfx1100"},
      {"amdgcn:gfx1100", amd("gfx1101"), "machine code for gfx1100, and this device is gfx1101"},
      {"amdgcn:gfx1100", amd("Radeon"), "AMD's driver"},
      {"amdgcn:gfx1100", amd(""), "AMD's driver"},
      {"amdgcn:gfx1100", nvidia(90), "AMD's driver"},
  };
  for (const auto& row : cases) {
    CAPTURE(row.target, row.device.name);
    const std::string reason = refusal(variant(row.target, "hsaco"), row.device);
    CAPTURE(reason);
    CHECK(reason.empty() == (*row.refused_for == '\0'));
    CHECK(reason.find(row.refused_for) != std::string::npos);
  }
  DeviceFacts rusticl = amd("gfx1100");
  rusticl.platform_vendor = "Mesa/X.org";
  CHECK_FALSE(refusal(variant("amdgcn:gfx1100", "hsaco"), rusticl).empty());
  DeviceFacts emulated = rusticl;
  emulated.platform_vendor = "clc";
  emulated.vendor = "Advanced Micro Devices, Inc. (emulated)";
  CHECK(refusal(variant("amdgcn:gfx1100", "hsaco"), emulated).empty());
}

TEST_CASE("Machine code that nothing can load is refused with the reason") {
  CHECK(refusal(variant("r600:cypress", "r600"), amd("Cypress")).find("no driver loads it") != std::string::npos);
  DeviceFacts intel_cpu = takes_il("SPIR-V_1.2");
  intel_cpu.platform_vendor = "Intel(R) Corporation";
  CHECK(refusal(variant("intel:dg2", "intel"), intel_cpu).find("spirv64") != std::string::npos);
}

TEST_CASE("Intel's driver for GPUs is asked for one chip's machine code, then for an archive's, then for SPIR-V") {
  DeviceFacts gpu = takes_il("SPIR-V_1.2");
  gpu.platform_vendor = "Intel(R) Corporation";
  gpu.kind = DeviceKind::k_gpu;
  Module module;
  module.variants = {variant("spirv64:1.2", "spirv"), variant("intel:skl,kbl", "intel"), variant("intel:dg2", "intel"),
                     variant("intel:gen9:", "intel")};
  CHECK(targets(choose_variants(module, gpu)) == "intel:dg2 intel:skl,kbl intel:gen9: spirv64:1.2");
}

TEST_CASE("SPIR-V fits devices that take its version and address width") {
  const std::string all = "SPIR-V_1.2 SPIR-V_1.1 SPIR-V_1.0";
  DeviceFacts another = takes_il("");
  another.platform_name = "Another";
  struct {
    const char* target;
    DeviceFacts device;
    const char* refused_for;
  } const cases[] = {
      {"spirv64:1.2", takes_il(all), ""},
      {"spirv64:1.0", takes_il(all), ""},
      {"spirv64:1.0", takes_il("SPIR-V_1.4"), ""},
      {"spirv64:1.4", takes_il(all), "recompile with clc for spirv64:1.2"},
      {"spirv64:1.10", takes_il(all), "recompile with clc for spirv64:1.2"},
      {"spirv64:1.2", takes_il("SPIR-V_1.0 SPIR-V_1.4 SPIR-V_1.1"), ""},
      {"spirv64:1.2", takes_il(""), "takes no SPIR-V"},
      {"spirv64:1.2", takes_il("OTHER-IL_1.2"), "recompile with clc for driver:pocl"},
      {"spirv64:1.2", another, "recompile with clc for driver:NAME"},
      {"spirv64:1.2", amd("gfx942"), "recompile with clc for amdgcn:gfx942"},
      {"spirv64:1.2", nvidia(90), "recompile with clc for nvptx:sm_90"},
      {"spirv64:1.2", takes_il(all, 32), "64-bit code, and this device's addresses have 32 bits"},
      {"spirv32:1.2", takes_il(all), "32-bit code, and this device's addresses have 64 bits"},
      {"spirv32:1.2", takes_il(all, 32), ""},
      {"spirv64", takes_il(all), "names no SPIR-V version"},
  };
  for (const auto& row : cases) {
    CAPTURE(row.target, row.device.il_version, row.device.address_bits);
    const std::string reason = refusal(variant(row.target, "spirv"), row.device);
    CAPTURE(reason);
    CHECK(reason.empty() == (*row.refused_for == '\0'));
    CHECK(reason.find(row.refused_for) != std::string::npos);
  }
}

TEST_CASE("A driver's binary fits exactly the driver that made it") {
  const DeviceFacts here = pocl();
  CHECK(refusal(driver_variant(here), here).empty());
  CHECK(refusal(driver_variant(here, here.name), here).empty());
  CHECK(refusal(driver_variant(here, "another"), here)
            .find("made by the device 'another', but here it is "
                  "'pthread-haswell'") != std::string::npos);
  DeviceFacts other = here;
  other.platform_version = "OpenCL 3.0 PoCL 5.0";
  CHECK(refusal(driver_variant(other), here)
            .find("made by the driver 'OpenCL 3.0 PoCL 5.0', but here it is "
                  "'OpenCL 3.0 PoCL 3.1'; recompile with clc") != std::string::npos);
  other = here;
  other.driver_version = "3.0";
  CHECK(refusal(driver_variant(other), here).find("driver version '3.0'") != std::string::npos);
  other = here;
  other.version = "OpenCL 3.0 PoCL HSTR: pthread-znver4";
  CHECK(refusal(driver_variant(other), here).find("device version 'OpenCL 3.0 PoCL HSTR: pthread-znver4'") !=
        std::string::npos);
  // Debian's PoCL, which compiles for classes of processors.
  DeviceFacts older = here;
  older.version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-haswell";
  for (const char* version : {"OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512",
                              "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-skylake-avx512"}) {
    DeviceFacts newer = here;
    newer.version = version;
    CHECK(refusal(driver_variant(newer), older) ==
          "it is for processors of PoCL's class avx512, and this machine's is of avx2; recompile with clc for "
          "driver:pocl,cpu=avx2 on a machine whose processor has it");
    DeviceFacts with_il = older;
    with_il.il_version = "SPIR-V_1.2";
    CHECK(refusal(driver_variant(newer), with_il)
              .ends_with("driver:pocl,cpu=avx2 on a machine whose processor has it, or for spirv64:1.2"));
  }
  CHECK(refusal(driver_variant(older), older).empty());
  CHECK(refusal(driver_variant(other), amd("gfx942:xnack-")).find("; recompile with clc for amdgcn:gfx942") !=
        std::string::npos);
  CHECK(refusal(driver_variant(other), takes_il("SPIR-V_1.2")).find("has this driver, or for spirv64:1.2") !=
        std::string::npos);
  CHECK(refusal(driver_variant(other), nvidia(90)).find("; recompile with clc for nvptx:sm_90") != std::string::npos);
  // Without names a binary would fit everything, and drivers crash on bytes that they do not own.
  CHECK(refusal(variant("driver:pocl", "driver"), here).find("does not say which driver") != std::string::npos);
  Variant partly = driver_variant(here);
  partly.match.device_version.clear();
  CHECK_FALSE(refusal(partly, here).empty());
}

TEST_CASE("A variant with a condition that is not known is refused") {
  Module module;
  module.variants.push_back(driver_variant(pocl()));
  module.variants.front().match.extra = "{\"microcode\":\"7\"}";
  const Choice choice = choose_variants(module, pocl());
  CHECK(choice.fitting.empty());
  REQUIRE(choice.refused.size() == 1);
  CHECK(choice.refused.front().reason.find("condition") != std::string::npos);
}

TEST_CASE("A variant that is for inspection says so") {
  Variant shown = driver_variant(pocl());
  shown.match.inspection_only = "the driver crashes on it";
  CHECK(refusal(shown, pocl()) == "it is for inspection, not for running: the driver crashes on it");
}

TEST_CASE("SPIR-V with extensions fits devices that take each of them") {
  const char* const target = "spirv64:1.2,SPV_EXT_shader_atomic_float_add,SPV_KHR_subgroup_rotate";
  DeviceFacts device = takes_il("SPIR-V_1.2");
  CHECK(refusal(variant(target, "spirv"), device) ==
        "it uses SPV_EXT_shader_atomic_float_add, which this device does not take");
  device.extensions = {"cl_ext_float_atomics"};
  CHECK(refusal(variant(target, "spirv"), device) ==
        "it uses SPV_KHR_subgroup_rotate, which this device does not take");
  device.extensions.push_back("cl_khr_subgroup_rotate");
  CHECK(refusal(variant(target, "spirv"), device).empty());

  // A driver that can tell its extensions of SPIR-V is believed.
  device.spirv_extensions = {"SPV_KHR_subgroup_rotate"};
  CHECK(refusal(variant(target, "spirv"), device).find("SPV_EXT_shader_atomic_float_add") != std::string::npos);
  device.spirv_extensions.push_back("SPV_EXT_shader_atomic_float_add");
  CHECK(refusal(variant(target, "spirv"), device).empty());
  DeviceFacts intel = takes_il("SPIR-V_1.2");
  CHECK_FALSE(refusal(variant("spirv64:1.2,SPV_INTEL_subgroups", "spirv"), intel).empty());
  intel.extensions = {"cl_intel_spirv_subgroups"};
  CHECK(refusal(variant("spirv64:1.2,SPV_INTEL_subgroups", "spirv"), intel).empty());

  Module module;
  module.variants = {variant("spirv64:1.2", "spirv"), variant(target, "spirv")};
  CHECK(targets(choose_variants(module, device)) == std::string(target) + " spirv64:1.2");
}

TEST_CASE("SPIR-V that is tuned for Intel's CPU driver comes first there, and last elsewhere") {
  const char* const extension = "spirv64:1.2,SPV_KHR_subgroup_rotate,tune=intel-cpu";
  Module module;
  for (const char* target : {"spirv64:1.0", "spirv64:1.2,tune=intel-cpu", extension, "spirv64:1.4"})
    module.variants.push_back(variant(target, "spirv"));
  DeviceFacts device = takes_il("SPIR-V_1.4");
  device.extensions = {"cl_khr_subgroup_rotate"};
  device.platform_name = "Intel(R) OpenCL";
  const std::string tuned = std::string(extension) + " spirv64:1.2,tune=intel-cpu", plain = "spirv64:1.4 spirv64:1.0";
  CHECK(targets(choose_variants(module, device)) == tuned + " " + plain);
  device.kind = DeviceKind::k_gpu;
  CHECK(targets(choose_variants(module, device)) == plain + " " + tuned);
  device.kind = DeviceKind::k_cpu;
  device.platform_name = "Portable Computing Language";
  CHECK(targets(choose_variants(module, device)) == plain + " " + tuned);
}

TEST_CASE("Code for a family of AMD's chips comes behind code for the chip, and wants a driver that knows it") {
  DeviceFacts device = amd("gfx942:sramecc+:xnack-");
  device.driver_version = "3649.0 (HSA1.1,LC)";
  const Variant generic = variant("amdgcn:gfx9-4-generic", "hsaco");
  CHECK(refusal(generic, device).empty());
  CHECK(refusal(variant("amdgcn:gfx9-4-generic,sramecc+", "hsaco"), device).empty());
  CHECK(refusal(variant("amdgcn:gfx9-4-generic,xnack+", "hsaco"), device).find("compiled with xnack+") !=
        std::string::npos);
  CHECK(refusal(variant("amdgcn:gfx11-generic", "hsaco"), device).find("gfx1150") != std::string::npos);
  CHECK(refusal(generic, amd("gfx90a:sramecc+:xnack-")).find("amdgcn:gfx90a") != std::string::npos);
  device.driver_version = "3625.0 (HSA1.1,LC)";
  const std::string too_old = refusal(generic, device);
  CHECK(too_old.find("from 3649 (ROCm 6.4) on, and this one is 3625.0") != std::string::npos);
  CHECK(too_old.find("recompile with clc for amdgcn:gfx942") != std::string::npos);
  device.driver_version = "3649.0 (HSA1.1,LC)";
  Module module;
  module.variants = {variant("amdgcn:gfx9-4-generic,sramecc+,xnack-", "hsaco"), variant("amdgcn:gfx942", "hsaco"),
                     generic};
  CHECK(targets(choose_variants(module, device)) ==
        "amdgcn:gfx942 amdgcn:gfx9-4-generic,sramecc+,xnack- amdgcn:gfx9-4-generic");
}

TEST_CASE("The best variant comes first, and every refusal has a reason") {
  DeviceFacts device = nvidia(90);
  device.il_version = "SPIR-V_1.4";
  Module module;
  module.variants = {
      variant("spirv64:1.0", "spirv"), variant("nvptx:sm_52", "ptx"),     driver_variant(device, device.name),
      variant("nvptx:sm_90", "ptx"),   variant("spirv64:1.2", "spirv"),   variant("nvptx:sm_90a", "ptx"),
      variant("nvptx:sm_120", "ptx"),  variant("amdgcn:gfx90a", "hsaco"), variant("cubin:sm_90", "cubin"),
      variant("future:x", "future"),
  };
  const Choice choice = choose_variants(module, device);
  CHECK(targets(choice) == "driver:pocl cubin:sm_90 nvptx:sm_90a nvptx:sm_90 nvptx:sm_52 spirv64:1.2 spirv64:1.0");
  REQUIRE(choice.refused.size() == 3);
  CHECK(describe(choice.refused).find("  nvptx:sm_120: it needs sm_120") == 0);
  CHECK(describe(choice.refused).find("\n  future:x: this version of clc cannot load the format 'future'") !=
        std::string::npos);
  // The settings that are given are what the device was seen to have, so they come first.
  Module code_objects;
  code_objects.variants = {variant("amdgcn:gfx90a", "hsaco"), variant("amdgcn:gfx90a,xnack-", "hsaco")};
  CHECK(targets(choose_variants(code_objects, amd("gfx90a:sramecc+:xnack-"))) == "amdgcn:gfx90a,xnack- amdgcn:gfx90a");
  CHECK(choose_variants(Module(), device).fitting.empty());
}

TEST_CASE("Versions are read from OpenCL's texts") {
  CHECK(opencl_at_least("OpenCL 2.1 x", {2, 1}));
  CHECK(opencl_at_least("OpenCL 3.0 PoCL", {2, 1}));
  CHECK(opencl_at_least("OpenCL 2.10", {2, 9}));
  CHECK_FALSE(opencl_at_least("OpenCL 2.0 AMD-APP", {2, 1}));
  CHECK_FALSE(opencl_at_least("OpenCL 1.2", {2, 1}));
  CHECK_FALSE(opencl_at_least("OpenCL three", {0, 0}));
  CHECK_FALSE(opencl_at_least("", {0, 0}));
  CHECK_FALSE(opencl_at_least("OpenCL 3", {0, 0}));
}

TEST_CASE("a tuned module is loaded as the configuration that was the fastest on the device") {
  const auto configuration = [](const std::string& name, bool is_default, std::vector<FastestOn> fastest) {
    Module module;
    module.name = name;
    module.tuning.of = "k";
    module.tuning.is_default = is_default;
    module.tuning.fastest_on = std::move(fastest);
    return module;
  };
  Manifest manifest;
  const FastestOn h200{{"NVIDIA CUDA", "NVIDIA H200", "580.159"}, 1}, older{{"NVIDIA CUDA", "NVIDIA H200", "550"}, 1};
  const FastestOn a100{{"NVIDIA CUDA", "NVIDIA A100", "580.159"}, 1};
  manifest.modules = {configuration("k.1", false, {a100}), configuration("k.2", true, {}),
                      configuration("k.3", false, {older}), configuration("k.4", false, {h200})};
  const auto chosen = [&](const DeviceFacts& device) { return find_configuration(manifest, "k", device)->name; };
  DeviceFacts device = nvidia(90);
  CHECK(chosen(device) == "k.4");
  device.driver_version = "550";
  CHECK(chosen(device) == "k.3");
  device.driver_version = "600";
  CHECK((chosen(device) == "k.3" || chosen(device) == "k.4"));
  device.name = "NVIDIA H100";
  CHECK(chosen(device) == "k.1");  // another device of the platform, the first of them
  CHECK(chosen(pocl()) == "k.2");  // nothing like it was timed
  CHECK(find_configuration(manifest, "k.3", pocl())->name == "k.3");
  CHECK(find_configuration(manifest, "other", pocl()) == nullptr);
  manifest.modules.push_back({"k", "", {}, {}, {}, ""});
  CHECK(chosen(device) == "k");  // a module of that very name
}

}  // namespace clc
