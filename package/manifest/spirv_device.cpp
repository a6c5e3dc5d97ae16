#include "clc/package/spirv_device.h"

#include <algorithm>
#include <array>

namespace clc {
namespace {

constexpr std::string_view k_fp64 = "cl_khr_fp64";
constexpr std::string_view k_float_atomics = "cl_ext_float_atomics";

// A capability that an extension gives to modules, as SPIR-V numbers it. `extension` of OpenCL is what a device has
// that can have it; empty for each device.
struct Capability {
  std::uint64_t number;
  std::string_view extension = {};
};

// An extension of SPIR-V that targets can name, and the extension of OpenCL that stands for it.
struct Extension {
  std::string_view name, of_opencl;
  std::array<Capability, 3> capabilities;
};
constexpr std::array<Extension, 8> k_extensions{{
    {"SPV_EXT_shader_atomic_float16_add", k_float_atomics, {{{6095}}}},
    {"SPV_EXT_shader_atomic_float_add", k_float_atomics, {{{6033}, {6034, k_fp64}}}},
    {"SPV_EXT_shader_atomic_float_min_max", k_float_atomics, {{{5612}, {5613, k_fp64}}}},
    {"SPV_INTEL_bfloat16_conversion", "cl_intel_bfloat16_conversions", {{{6115}}}},
    {"SPV_INTEL_split_barrier", "cl_intel_split_work_group_barrier", {{{6141}}}},
    {"SPV_INTEL_subgroups", "cl_intel_spirv_subgroups", {{{5568}, {5569}, {5570}}}},
    {"SPV_KHR_integer_dot_product", "cl_khr_integer_dot_product", {{{6019}, {6017}, {6018}}}},
    {"SPV_KHR_subgroup_rotate", "cl_khr_subgroup_rotate", {{{6026}}}},
}};

template <class T, class U>
bool holds(const std::vector<T>& list, const U& value) {
  return std::ranges::find(list, value) != list.end();
}

// True when the device takes all that a program may use of an extension. Of the atomics of cl_ext_float_atomics a
// device may have any.
bool takes_all_of(const SpirvDevice& device, const Extension& extension) {
  if (!takes_spirv_extension(device, extension.name)) return false;
  if (device.spirv_capabilities.empty()) return extension.of_opencl != k_float_atomics;
  return std::ranges::all_of(extension.capabilities, [&](const Capability& capability) {
    const bool is_there = capability.extension.empty() || holds(device.extensions, capability.extension);
    return capability.number == 0 || !is_there || holds(device.spirv_capabilities, capability.number);
  });
}

}  // namespace

bool takes_spirv_extension(const SpirvDevice& device, std::string_view extension) {
  if (!device.spirv_extensions.empty()) return holds(device.spirv_extensions, extension);
  const auto* known = std::ranges::find(k_extensions, extension, &Extension::name);
  return holds(device.extensions, known == k_extensions.end() ? extension : known->of_opencl);
}

bool is_intel_cpu(const SpirvDevice& device) {
  return device.kind == "cpu" && device.platform.starts_with("Intel(R)");
}

std::optional<Target> spirv_target(const SpirvDevice& device) {
  const FamilyInfo& family = family_info(device.address_bits == 32 ? Family::k_spirv32 : Family::k_spirv64);
  const std::string listed = device.il_version + " ";
  // The known versions are in rising order.
  const auto version = std::find_if(family.archs.rbegin(), family.archs.rend(), [&](const std::string& one) {
    return listed.find("SPIR-V_" + one + " ") != std::string::npos;
  });
  if (version == family.archs.rend()) return std::nullopt;
  Target target{family.family, *version, {}};
  for (const Extension& extension : k_extensions) {
    if (takes_all_of(device, extension)) target.features.emplace_back(extension.name);
  }
  if (is_intel_cpu(device)) target.features.emplace_back(k_tune_intel_cpu);
  return target;
}

}  // namespace clc
