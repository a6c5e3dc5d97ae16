#include "offline/offline_plan.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/try.h"
#include "clc/package/spirv_device.h"
#include "toolchain/installed_devices.h"

namespace clc {
namespace {

bool has(const std::vector<std::string>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

// An extension, and the feature of OpenCL C 3.0 that comes with it, if there is one.
struct Optional {
  const char* extension;
  const char* feature;
};
constexpr std::array k_optional{
    Optional{"cl_khr_fp64", "__opencl_c_fp64"},
    Optional{"cl_khr_fp16", ""},
    Optional{"cl_khr_3d_image_writes", "__opencl_c_3d_image_writes"},
    Optional{"cl_khr_depth_images", ""},
    Optional{"cl_khr_int64_base_atomics", ""},
    Optional{"cl_khr_int64_extended_atomics", ""},
    Optional{"cl_khr_mipmap_image", ""},
    Optional{"cl_khr_mipmap_image_writes", ""},
    Optional{"cl_khr_gl_msaa_sharing", ""},
    Optional{"cl_khr_subgroups", "__opencl_c_subgroups"},
    Optional{"cl_khr_subgroup_extended_types", ""},
    Optional{"cl_khr_subgroup_ballot", ""},
    Optional{"cl_khr_subgroup_clustered_reduce", ""},
    Optional{"cl_khr_subgroup_non_uniform_arithmetic", ""},
    Optional{"cl_khr_subgroup_non_uniform_vote", ""},
    Optional{"cl_khr_subgroup_rotate", ""},
    Optional{"cl_khr_subgroup_shuffle", ""},
    Optional{"cl_khr_subgroup_shuffle_relative", ""},
    Optional{"cl_khr_extended_bit_ops", ""},
    Optional{"cl_khr_integer_dot_product", "__opencl_c_integer_dot_product_input_4x8bit"},
    Optional{"cl_khr_integer_dot_product", "__opencl_c_integer_dot_product_input_4x8bit_packed"},
    Optional{"cl_ext_float_atomics", ""},
    Optional{"cl_intel_required_subgroup_size", ""},
};

// Features that no extension stands for.
constexpr std::array k_features{"__opencl_c_atomic_order_acq_rel",  "__opencl_c_atomic_order_seq_cst",
                                "__opencl_c_atomic_scope_device",   "__opencl_c_atomic_scope_all_devices",
                                "__opencl_c_generic_address_space", "__opencl_c_program_scope_global_variables",
                                "__opencl_c_read_write_images",     "__opencl_c_work_group_collective_functions"};

// Options that take back what SPIR-V can have and this device has not, so that `#ifdef cl_khr_fp64` asks the device.
std::vector<std::string> options_for(const DeviceInfo& info, const ListedDevice* device) {
  std::string list;
  const auto take_back = [&](std::string_view name) {
    if (!name.empty()) list += (list.empty() ? "-" : ",-") + std::string(name);
  };
  const bool knows_features = device != nullptr && !device->features.empty();
  for (const Optional& optional : k_optional) {
    const bool has_feature = knows_features && has(device->features, optional.feature);
    if (has(info.extensions, optional.extension) || has_feature) continue;
    take_back(optional.extension);
    take_back(optional.feature);
  }
  if (knows_features) {
    for (const char* feature : k_features) {
      if (!has(device->features, feature)) take_back(feature);
    }
  }
  std::vector<std::string> options;
  if (!info.has_images) {
    take_back("__opencl_c_images");
    options.emplace_back("-U__IMAGE_SUPPORT__");
  }
  if (!list.empty()) options.push_back("-cl-ext=" + list);
  return options;
}

// PTX for the oldest chip that has what the code asks for. From each of these chips on there is something more:
// half, atomics of 64 bits with all orders, and functions of warps.
std::vector<Target> ptx_for_any_chip() {
  std::vector<Target> targets;
  for (const char* arch : {"sm_50", "sm_53", "sm_60", "sm_70", "sm_80", "sm_90"})
    targets.push_back({Family::k_nvptx, arch, {}});
  return targets;
}

std::string named(const DeviceInfo& info) {
  return info.name.empty() ? "the device" : "the device '" + info.name + "'";
}

std::optional<Target> il_target(const DeviceInfo& info, const ListedDevice* device) {
  SpirvDevice told{info.il_version, info.address_bits, info.extensions, {}, {}};
  if (device != nullptr) {
    told.spirv_extensions = device->spirv_extensions;
    told.spirv_capabilities = device->spirv_capabilities;
    told.platform = device->platform;
    told.kind = device->kind;
  }
  return spirv_target(told);
}

Result<Target> spirv_for(const DeviceInfo& info, const ListedDevice* device) {
  std::optional<Target> target = il_target(info, device);
  if (target) return *std::move(target);
  const std::string problem = info.il_version.empty()
                                  ? "names no CL_DEVICE_IL_VERSION"
                                  : "takes '" + info.il_version + "', a version that clc does not know";
  return fail(ErrorKind::k_unavailable, named(info) + " " + problem);
}

// The targets of a device that is not here, by what it is called.
Result<std::vector<Target>> targets_by_name(const DeviceInfo& info) {
  const auto is_called = [&](std::string_view word) {
    return info.name.find(word) != std::string::npos || info.version.find(word) != std::string::npos;
  };
  if (info.name.starts_with("gfx")) {
    Target target = CLC_TRY(parse_target("amdgcn:" + info.name));
    return std::vector<Target>{std::move(target)};
  }
  if (is_called("CUDA") || is_called("NVIDIA")) return ptx_for_any_chip();
  if (is_called("PoCL") || is_called("pthread")) return std::vector<Target>{{Family::k_driver, "pocl", {}}};
  if (const std::optional<Target> target = il_target(info, nullptr)) return std::vector<Target>{*target};
  return fail(ErrorKind::k_unavailable,
              named(info) +
                  " is not installed here, and its name does not tell what to compile for; "
                  "set CLC_OFFLINE_TARGET, for instance to nvptx:sm_90 (`clc targets` lists them)");
}

}  // namespace

Result<OfflinePlan> plan_offline(OfflineMode mode, const DeviceInfo& info, const std::vector<ListedDevice>& installed,
                                 const std::string& variable) {
  const auto found = std::ranges::find(installed, info.name, &ListedDevice::device);
  const ListedDevice* device = found == installed.end() ? nullptr : &*found;
  OfflinePlan plan;
  if (mode == OfflineMode::k_spirv) {
    Target target = CLC_TRY(spirv_for(info, device));
    plan.targets = {std::move(target)};
    plan.options = options_for(info, device);
    if (device != nullptr) {
      plan.spirv_extensions = device->spirv_extensions;
      plan.spirv_capabilities = device->spirv_capabilities;
    }
    return plan;
  }
  if (device != nullptr) {
    const std::optional<Target> chip = chip_target(*device);
    const std::optional<Target> target = chip ? chip : driver_target(*device);
    if (target) {
      plan.targets = {*target};
      return plan;
    }
  }
  if (!variable.empty()) {
    Target target = CLC_TRY(in_context("CLC_OFFLINE_TARGET", parse_target(variable)));
    plan.targets = {std::move(target)};
    return plan;
  }
  plan.targets = CLC_TRY(targets_by_name(info));
  if (family_info(plan.targets.front().family).form == BinaryForm::k_il) plan.options = options_for(info, nullptr);
  return plan;
}

}  // namespace clc
