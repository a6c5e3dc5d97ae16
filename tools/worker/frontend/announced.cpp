#include "worker/frontend/announced.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <llvm/Demangle/Demangle.h>
#include <llvm/TargetParser/TargetParser.h>
#include <llvm/TargetParser/Triple.h>

#include "base/text.h"
#include "clc/package/nvidia_chips.h"

namespace clc::worker {
namespace {

constexpr int k_no_version = 100;
constexpr unsigned k_version_2_0 = 200;

// An extension whose instructions LLVM writes from a minor version of SPIR-V on, or with an extension of SPIR-V whose
// name begins so.
struct SpirvExtension {
  std::string_view macro;
  int minor_version;
  std::string_view extension = {};
};
constexpr std::string_view k_rotate = "SPV_KHR_subgroup_rotate";
constexpr std::string_view k_dot_product = "SPV_KHR_integer_dot_product";
constexpr std::string_view k_float_atomics_of_spirv = "SPV_EXT_shader_atomic_float";
constexpr std::string_view k_half_add = "SPV_EXT_shader_atomic_float16_add";
constexpr std::string_view k_float_min_max = "SPV_EXT_shader_atomic_float_min_max";
constexpr std::string_view k_float_add = "SPV_EXT_shader_atomic_float_add";
constexpr std::string_view k_intel_subgroups = "SPV_INTEL_subgroups";
constexpr std::string_view k_split_barrier = "SPV_INTEL_split_barrier";
constexpr std::array k_spirv_extensions{
    SpirvExtension{"cl_intel_required_subgroup_size", 1},
    SpirvExtension{"cl_khr_subgroup_ballot", 3},
    SpirvExtension{"cl_khr_subgroup_clustered_reduce", 3},
    SpirvExtension{"cl_khr_subgroup_non_uniform_arithmetic", 3},
    SpirvExtension{"cl_khr_subgroup_non_uniform_vote", 3},
    SpirvExtension{"cl_khr_subgroup_shuffle", 3},
    SpirvExtension{"cl_khr_subgroup_shuffle_relative", 3},
    SpirvExtension{"cl_khr_integer_dot_product", 6, k_dot_product},
    SpirvExtension{"__opencl_c_integer_dot_product_input_4x8bit", 6, k_dot_product},
    SpirvExtension{"__opencl_c_integer_dot_product_input_4x8bit_packed", 6, k_dot_product},
    SpirvExtension{"cl_khr_kernel_clock", k_no_version},
    SpirvExtension{"__opencl_c_kernel_clock_scope_device", k_no_version},
    SpirvExtension{"__opencl_c_kernel_clock_scope_sub_group", k_no_version},
    SpirvExtension{"__opencl_c_kernel_clock_scope_work_group", k_no_version},
    SpirvExtension{"cl_khr_subgroup_named_barrier", k_no_version},
    SpirvExtension{"cl_khr_subgroup_rotate", k_no_version, k_rotate},
    SpirvExtension{"cl_ext_float_atomics", k_no_version, k_float_atomics_of_spirv},
    SpirvExtension{"__opencl_c_ext_fp16_global_atomic_add", k_no_version, k_half_add},
    SpirvExtension{"__opencl_c_ext_fp16_global_atomic_load_store", k_no_version},
    SpirvExtension{"__opencl_c_ext_fp16_global_atomic_min_max", k_no_version},
    SpirvExtension{"__opencl_c_ext_fp16_local_atomic_add", k_no_version, k_half_add},
    SpirvExtension{"__opencl_c_ext_fp16_local_atomic_load_store", k_no_version},
    SpirvExtension{"__opencl_c_ext_fp16_local_atomic_min_max", k_no_version},
    SpirvExtension{"__opencl_c_ext_fp32_global_atomic_add", k_no_version, k_float_add},
    SpirvExtension{"__opencl_c_ext_fp32_global_atomic_min_max", k_no_version, k_float_min_max},
    SpirvExtension{"__opencl_c_ext_fp32_local_atomic_add", k_no_version, k_float_add},
    SpirvExtension{"__opencl_c_ext_fp32_local_atomic_min_max", k_no_version, k_float_min_max},
    SpirvExtension{"__opencl_c_ext_fp64_global_atomic_add", k_no_version, k_float_add},
    SpirvExtension{"__opencl_c_ext_fp64_global_atomic_min_max", k_no_version, k_float_min_max},
    SpirvExtension{"__opencl_c_ext_fp64_local_atomic_add", k_no_version, k_float_add},
    SpirvExtension{"__opencl_c_ext_fp64_local_atomic_min_max", k_no_version, k_float_min_max},
    SpirvExtension{"cl_amd_media_ops", k_no_version},
    SpirvExtension{"cl_amd_media_ops2", k_no_version},
    SpirvExtension{"cl_intel_bfloat16_conversions", k_no_version, "SPV_INTEL_bfloat16_conversion"},
    SpirvExtension{"cl_intel_split_work_group_barrier", k_no_version, k_split_barrier},
    SpirvExtension{"cl_intel_device_side_avc_motion_estimation", k_no_version},
    SpirvExtension{"cl_intel_subgroup_buffer_prefetch", k_no_version},
    SpirvExtension{"cl_intel_subgroup_local_block_io", k_no_version, k_intel_subgroups},
    SpirvExtension{"cl_intel_subgroups", k_no_version, k_intel_subgroups},
    SpirvExtension{"cl_intel_subgroups_char", k_no_version, k_intel_subgroups},
    SpirvExtension{"cl_intel_subgroups_long", k_no_version, k_intel_subgroups},
    SpirvExtension{"cl_intel_subgroups_short", k_no_version, k_intel_subgroups},
};

// The common beginning of four extensions, which opencl_extensions.h has where there is cl_khr_integer_dot_product.
constexpr std::string_view k_dot_products_of_arm = "cl_arm_integer_dot_product";

// Functions whose names begin so are announced by `macro`. The first row that fits counts.
struct FunctionPrefix {
  std::string_view prefix, macro;
};
constexpr std::array k_functions{
    FunctionPrefix{"sub_group_shuffle_up", "cl_khr_subgroup_shuffle_relative"},
    FunctionPrefix{"sub_group_shuffle_down", "cl_khr_subgroup_shuffle_relative"},
    FunctionPrefix{"sub_group_shuffle", "cl_khr_subgroup_shuffle"},
    FunctionPrefix{"sub_group_ballot", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"sub_group_inverse_ballot", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"sub_group_non_uniform_broadcast", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"sub_group_broadcast_first", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"get_sub_group_eq_mask", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"get_sub_group_ge_mask", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"get_sub_group_gt_mask", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"get_sub_group_le_mask", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"get_sub_group_lt_mask", "cl_khr_subgroup_ballot"},
    FunctionPrefix{"sub_group_elect", "cl_khr_subgroup_non_uniform_vote"},
    FunctionPrefix{"sub_group_non_uniform_a", "cl_khr_subgroup_non_uniform_vote"},
    FunctionPrefix{"sub_group_non_uniform_", "cl_khr_subgroup_non_uniform_arithmetic"},
    FunctionPrefix{"sub_group_clustered_reduce", "cl_khr_subgroup_clustered_reduce"},
    FunctionPrefix{"sub_group_clustered_rotate", "cl_khr_subgroup_rotate"},
    FunctionPrefix{"sub_group_rotate", "cl_khr_subgroup_rotate"},
    FunctionPrefix{"work_group_named_barrier", "cl_khr_subgroup_named_barrier"},
    FunctionPrefix{"named_barrier_init", "cl_khr_subgroup_named_barrier"},
    FunctionPrefix{"sub_group_", "cl_khr_subgroups"},
    FunctionPrefix{"get_sub_group_", "cl_khr_subgroups"},
    FunctionPrefix{"get_num_sub_groups", "cl_khr_subgroups"},
    FunctionPrefix{"get_max_sub_group_size", "cl_khr_subgroups"},
    FunctionPrefix{"get_enqueued_num_sub_groups", "cl_khr_subgroups"},
    FunctionPrefix{"work_group_all", "__opencl_c_work_group_collective_functions"},
    FunctionPrefix{"work_group_any", "__opencl_c_work_group_collective_functions"},
    FunctionPrefix{"work_group_broadcast", "__opencl_c_work_group_collective_functions"},
    FunctionPrefix{"work_group_reduce_", "__opencl_c_work_group_collective_functions"},
    FunctionPrefix{"work_group_scan_", "__opencl_c_work_group_collective_functions"},
    FunctionPrefix{"dot_4x8packed_", "cl_khr_integer_dot_product"},
    FunctionPrefix{"dot_acc_sat", "cl_khr_integer_dot_product"},
    FunctionPrefix{"async_work_group_copy_2D2D", "cl_khr_extended_async_copies"},
    FunctionPrefix{"async_work_group_copy_3D3D", "cl_khr_extended_async_copies"},
    FunctionPrefix{"bit_reverse", "cl_khr_extended_bit_ops"},
    FunctionPrefix{"bitfield_", "cl_khr_extended_bit_ops"},
    FunctionPrefix{"clock_read_", "cl_khr_kernel_clock"},
    FunctionPrefix{"intel_sub_group_", "cl_intel_subgroups"},
    FunctionPrefix{"intel_work_group_barrier_", "cl_intel_split_work_group_barrier"},
    FunctionPrefix{"intel_convert_", "cl_intel_bfloat16_conversions"},
    FunctionPrefix{"amd_", "cl_amd_media_ops"},
    FunctionPrefix{"arm_dot", k_dot_products_of_arm},
    FunctionPrefix{"qcom_sub_group_shuffle", "cl_qcom_subgroup_shuffle"},
    FunctionPrefix{"qcom_dot8", "cl_qcom_dot_product8"},
    FunctionPrefix{"qcom_bitreverse", "cl_qcom_bitreverse"},
    FunctionPrefix{"qcom_read_image", "cl_qcom_vector_image_ops"},
    FunctionPrefix{"qcom_write_image", "cl_qcom_vector_image_ops"},
    FunctionPrefix{"qcom_", "cl_qcom_accelerated_image_ops"},
};

constexpr std::string_view k_no_enqueue =
    "device-side enqueue is not supported: only a driver's own compiler knows the driver's scheduler";
constexpr std::string_view k_no_pipes =
    "pipes are not supported: only a driver's own compiler knows the form of the driver's pipes";

constexpr std::string_view k_only_for_fpgas = " not supported: only Intel's compiler for FPGAs has them";

// Pipes of libclc-cuda.so have the form that builtins/nvptx_pipes.cl knows.
bool has_pipes(const Target& target) {
  constexpr unsigned k_first_chip = 70;
  return target.family == Family::k_cuda && compute_capability(target.arch) >= k_first_chip;
}

std::string no_pipes(const Target& target) {
  return target.family == Family::k_cuda ? "pipes need cuda:sm_70 or later" : std::string(k_no_pipes);
}

std::string no_images(const Target& target) {
  return "images are not supported for " + target.name() + ": the chip has no instructions for them";
}

bool is_without_images(const Target& target) {
  return target.family == Family::k_r600 || (target.family == Family::k_amdgcn && !has_images(target.arch));
}

bool is_of_enqueue(std::string_view name) {
  return starts_with_any(name, {"enqueue_kernel", "enqueue_marker", "get_default_queue", "ndrange_", "get_kernel_",
                                "queue_t", "clk_event_t", "create_user_event", "set_user_event_status"});
}

bool is_of_pipes(std::string_view name) {
  constexpr std::array<std::string_view, 3> k_scopes{"", "work_group_", "sub_group_"};
  return name.starts_with("get_pipe_") || name == "is_valid_reserve_id" ||
         std::any_of(k_scopes.begin(), k_scopes.end(), [&](std::string_view scope) {
           if (!name.starts_with(scope)) return false;
           const std::string_view rest = name.substr(scope.size());
           return starts_with_any(rest, {"read_pipe", "write_pipe", "reserve_read_pipe", "reserve_write_pipe",
                                         "commit_read_pipe", "commit_write_pipe"});
         });
}

bool has_any(const std::vector<std::string>& extensions, std::string_view beginning) {
  return !beginning.empty() && std::any_of(extensions.begin(), extensions.end(), [&](const std::string& extension) {
    return extension.starts_with(beginning);
  });
}

bool is_spirv(const Target& target) {
  return target.family == Family::k_spirv32 || target.family == Family::k_spirv64;
}

// "spirv64:1.6 or later, or spirv64:1.2,SPV_KHR_integer_dot_product"; empty where no SPIR-V will do.
std::string needed_spirv(std::string_view macro, const Target& target) {
  const auto* row = std::find_if(k_spirv_extensions.begin(), k_spirv_extensions.end(),
                                 [&](const SpirvExtension& extension) { return extension.macro == macro; });
  if (row == k_spirv_extensions.end()) return {};
  std::string text;
  if (row->minor_version != k_no_version) {
    text = std::string(family_info(target.family).name) + ":1." + std::to_string(row->minor_version) + " or later";
  }
  if (row->extension.empty()) return text;
  return text + (text.empty() ? "" : ", or ") + target.name() + "," + std::string(row->extension);
}

// A family, whose targets have the same extensions, or a driver.
std::string shown(const Target& target) {
  return target.family == Family::k_driver ? target.name() : std::string(family_info(target.family).name);
}

// The first chip that has what a macro announces.
std::string first_chip(std::string_view macro, const Target& target) {
  if (makes_ptx(target.family) && macro == "cl_khr_fp16") return shown(target) + ":sm_53 or later";
  const bool is_extension = macro.starts_with("cl_khr_subgroup_") && macro != "cl_khr_subgroup_named_barrier";
  const bool is_of_gfx8 = is_extension || macro == "cl_khr_kernel_clock";
  if (target.family == Family::k_amdgcn && is_of_gfx8) return "amdgcn:gfx801 or later";
  const bool is_for_warps =
      is_extension || macro == "cl_khr_subgroups" || macro == "__opencl_c_work_group_collective_functions";
  return makes_ptx(target.family) && is_for_warps ? shown(target) + ":sm_70 or later" : "";
}

bool is_supported(std::string_view macro, const Announced& announced) {
  // Clang's header defines this one for any SPIR-V.
  if (macro == "__opencl_c_work_group_collective_functions" && is_spirv(announced.target)) return true;
  return announced.extensions.lookup(macro);
}

// True where a macro announces something that is there from OpenCL C 2.0 on.
bool is_of_2_0(std::string_view macro) {
  return !starts_with_any(macro, {"cl_intel_", "cl_amd_", "cl_khr_fp", "cl_khr_int64", "cl_khr_3d", "cl_khr_extended_",
                                  "cl_khr_integer_dot", "cl_khr_kernel_clock"});
}

// Why something is not there.
struct Reason {
  std::string text;  // empty where nothing is missing
  bool is_of_target = false;
};

Reason of_target(std::string text) {
  return {std::move(text), true};
}

Reason with_prefix(const char* prefix, Reason reason) {
  if (!reason.text.empty()) reason.text.insert(0, prefix);
  return reason;
}

// `name` is what is shown for the macro.
Reason requirement(std::string_view name, std::string_view macro, const Announced& announced) {
  const Target& target = announced.target;
  if (macro.starts_with("cl_qcom_")) {
    return {std::string(name) + " is not supported: it is for Qualcomm's chips, which are no targets here"};
  }
  if (macro == k_dot_products_of_arm) macro = "cl_khr_integer_dot_product";
  if (std::find(announced.absent.begin(), announced.absent.end(), macro) != announced.absent.end())
    return of_target("this chip has no " + std::string(name));
  std::string needed;
  if (!is_supported(macro, announced)) {
    needed = is_spirv(target) ? needed_spirv(macro, target) : first_chip(macro, target);
    if (needed.empty()) return of_target(std::string(name) + " is not supported for " + shown(target));
  }
  const bool is_lacking = !needed.empty();
  if (is_of_2_0(macro) && announced.version < k_version_2_0)
    needed += std::string(needed.empty() ? "" : ", and ") + "-cl-std=CL2.0 or later";
  return needed.empty() ? Reason() : Reason{std::string(name) + " needs " + needed, is_lacking};
}

// The macro of an atomic of float; empty for other functions.
std::string_view macro_of_float_atomic(std::string_view name) {
  if (starts_with_any(name, {"atomic_fetch_add", "atomic_fetch_sub"})) return "__opencl_c_ext_fp32_global_atomic_add";
  if (starts_with_any(name, {"atomic_fetch_min", "atomic_fetch_max"}))
    return "__opencl_c_ext_fp32_global_atomic_min_max";
  return {};
}

// builtins/float_atomics.clh defines them.
bool has_float_atomics(const Target& target) {
  return makes_ptx(target.family) || target.family == Family::k_amdgcn;
}

Reason requirement_of_atomic(std::string_view macro, const Announced& announced) {
  const Target& target = announced.target;
  if (has_float_atomics(target)) {
    return {"for floating point, " + std::string(family_info(target.family).name) +
            " has those of half, float and double"};
  }
  return with_prefix("for floating point, ", requirement("cl_ext_float_atomics", macro, announced));
}

// Names that OpenCL C 2.0 brought, and that no macro announces.
bool came_with_2_0(std::string_view name) {
  return starts_with_any(name, {"atomic_fetch_",
                                "atomic_load",
                                "atomic_store",
                                "atomic_exchange",
                                "atomic_compare_",
                                "atomic_init",
                                "atomic_flag",
                                "atomic_work_item_fence",
                                "atomic_int",
                                "atomic_uint",
                                "atomic_long",
                                "atomic_ulong",
                                "atomic_float",
                                "atomic_double",
                                "atomic_size_t",
                                "atomic_ptrdiff_t",
                                "atomic_intptr_t",
                                "atomic_uintptr_t",
                                "memory_order",
                                "memory_scope",
                                "work_group_barrier",
                                "get_local_linear_id",
                                "get_global_linear_id",
                                "get_enqueued_local_size",
                                "to_global",
                                "to_local",
                                "to_private",
                                "get_fence"});
}

// half, and what only a target with its arithmetic declares: half4, convert_half4, convert_half_rte.
bool is_of_half(std::string_view name) {
  if (name.starts_with("convert_")) name.remove_prefix(std::string_view("convert_").size());
  if (!name.starts_with("half")) return false;
  name.remove_prefix(std::string_view("half").size());
  return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 || name.starts_with("_rt");
}

Reason reason_for(std::string_view function, const Announced& announced) {
  const Target& target = announced.target;
  if (function == "atomic_half" && makes_ptx(target.family))
    return of_target("half needs " + shown(target) + ":sm_53 or later");
  if (is_of_half(function)) return requirement("cl_khr_fp16", "cl_khr_fp16", announced);
  if (came_with_2_0(function) && announced.version < k_version_2_0)
    return {std::string(function) + " needs -cl-std=CL2.0 or later"};
  if (function.starts_with("intel_sub_group_") && function.find("_matrix_mad_k") != std::string_view::npos) {
    return {"cl_intel_subgroup_matrix_multiply_accumulate is not supported: no tool here takes its instructions"};
  }
  const auto* row = std::find_if(k_functions.begin(), k_functions.end(), [&](const FunctionPrefix& functions) {
    return function.starts_with(functions.prefix);
  });
  if (row == k_functions.end()) return {};
  Reason why = requirement(row->macro, row->macro, announced);
  // Intel's extension has these functions in all versions of OpenCL C.
  if (row->macro == "cl_khr_subgroups" && is_spirv(target) && !is_supported("cl_intel_subgroups", announced) &&
      !why.text.empty()) {
    why.text += ", cl_intel_subgroups " + needed_spirv("cl_intel_subgroups", target);
  }
  return why;
}

// The text between `words` and the next quote, blank or full stop; empty without them.
std::string_view name_after(std::string_view text, std::string_view words) {
  const std::size_t at = text.find(words);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + words.size();
  return text.substr(begin, text.find_first_of("' .", begin) - begin);
}

// Explains errors about the extension of an optional type: "declaring variable of type '__private half' is not
// allowed", "use of type 'double' requires cl_khr_fp64 support".
Reason explanation_of_type(std::string_view text, const Announced& announced) {
  std::string_view macro = name_after(text, "requires ");
  if (text.find("half' is not allowed") != std::string_view::npos) macro = "cl_khr_fp16";
  if (!macro.starts_with("cl_khr_")) return {};
  if (!is_supported(macro, announced)) return requirement(macro, macro, announced);
  return {macro == "cl_khr_fp16" ? "a pragma of the source switches cl_khr_fp16 off" : ""};
}

// Errors about what only the compiler of a driver knows.
Reason explanation_for_drivers(std::string_view text, std::string_view name, const Target& target) {
  const bool is_about_pipes = text.find("'pipe' type qualifier") != std::string_view::npos || is_of_pipes(name);
  if (is_about_pipes && !has_pipes(target)) return of_target(no_pipes(target));
  if (name == "channel" || name.find("_channel_") != std::string_view::npos)
    return of_target("channels are" + std::string(k_only_for_fpgas));
  if (name.starts_with("__fpga_")) return of_target("registers of FPGAs are" + std::string(k_only_for_fpgas));
  if (text.starts_with("blocks support disabled") || is_of_enqueue(name)) return of_target(std::string(k_no_enqueue));
  return {};
}

Reason explanation(std::string_view text, const Announced& announced) {
  const Target& target = announced.target;
  std::string_view unknown;
  for (const std::string_view words : {"undeclared identifier '", "undeclared function '", "unknown type name '"}) {
    if (unknown.empty()) unknown = name_after(text, words);
  }
  Reason of_drivers = target.family == Family::k_driver ? Reason() : explanation_for_drivers(text, unknown, target);
  if (!of_drivers.text.empty()) return of_drivers;
  if (!unknown.empty()) return reason_for(unknown, announced);
  // "use of type '__write_only image3d_t' requires cl_khr_3d_image_writes support"
  if (text.find("use of type '") != std::string_view::npos && text.find("image") != std::string_view::npos &&
      is_without_images(target)) {
    return of_target(no_images(target));
  }
  if (Reason why = explanation_of_type(text, announced); !why.text.empty()) return why;
  const std::string_view overloaded = name_after(text, "call to '");
  if (const auto macro = macro_of_float_atomic(overloaded); !macro.empty())
    return requirement_of_atomic(macro, announced);
  if (text.find("is ambiguous") != std::string_view::npos) {
    if (starts_with_any(overloaded, {"atomic_load", "atomic_store", "atomic_exchange", "atomic_compare_exchange"}))
      return of_target("atomic_half has no loads, stores and exchanges for " + shown(target));
    if (overloaded.starts_with("atom_") && !is_supported("cl_khr_int64_base_atomics", announced))
      return with_prefix("for 64 bits, ",
                         requirement("cl_khr_int64_base_atomics", "cl_khr_int64_base_atomics", announced));
  }
  if (overloaded != "dot") return {};
  return with_prefix("for integers, ",
                     requirement("cl_khr_integer_dot_product", "cl_khr_integer_dot_product", announced));
}

// Says which atomic of floating point numbers the target lacks; empty where the function is none.
std::string lacking_float_atomic(const llvm::Function& function, const Target& target) {
  if (!function.getReturnType()->isFloatingPointTy()) return {};
  const std::string name = llvm::demangle(function.getName().str());
  const std::string_view macro = macro_of_float_atomic(name);
  if (macro.empty()) return {};
  const bool is_half = function.getReturnType()->isHalfTy();
  const std::string_view extension = macro.ends_with("min_max") ? k_float_min_max : is_half ? k_half_add : k_float_add;
  if (is_spirv(target) ? has_any(target.features, extension) : has_float_atomics(target)) return {};
  const std::string needed = requirement_of_atomic(macro, {target, {}, k_version_2_0, {}}).text;
  return "called but not defined for this target: " + name + " (" + needed + ")";
}

}  // namespace

std::string unannounced(const Target& spirv) {
  std::string list;
  const int minor_version = spirv.arch.back() - '0';
  for (const SpirvExtension& extension : k_spirv_extensions) {
    if (minor_version < extension.minor_version && !has_any(spirv.features, extension.extension)) {
      list += (list.empty() ? "-" : ",-") + std::string(extension.macro);
    }
  }
  return list;
}

bool has_split_barriers(const std::vector<std::string>& spirv_extensions) {
  return has_any(spirv_extensions, k_split_barrier);
}

bool has_images(std::string_view amd_chip) {
  llvm::StringMap<bool> features;
  llvm::AMDGPU::fillAMDGPUFeatureMap(amd_chip, llvm::Triple("amdgcn-amd-amdhsa"), features);
  return features.lookup("image-insts");
}

void explain_unknown_names(std::span<Diagnostic> diagnostics, const Announced& announced) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity < Severity::k_error) continue;
    const Reason why = explanation(diagnostic.text, announced);
    if (why.text.empty()) continue;
    diagnostic.text += " (" + why.text + ")";
    diagnostic.is_of_target = why.is_of_target;
  }
}

std::string unsupported(const llvm::Module& module, const Interface& interface, const Target& target) {
  for (const auto& kernel : interface.kernels) {
    for (const auto& argument : kernel.arguments) {
      if (argument.kind == ArgumentKind::k_pipe && !has_pipes(target)) return no_pipes(target);
      if (argument.kind == ArgumentKind::k_queue) return std::string(k_no_enqueue);
      if (argument.kind == ArgumentKind::k_image && is_without_images(target)) return no_images(target);
    }
  }
  for (const llvm::Function& function : module) {
    std::string_view name = function.getName();
    if (!function.isDeclaration()) continue;
    if (std::string lacking = lacking_float_atomic(function, target); !lacking.empty()) return lacking;
    if (!name.starts_with("__")) continue;
    name.remove_prefix(2);
    if (is_of_enqueue(name)) return std::string(k_no_enqueue);
    if (is_of_pipes(name) && !has_pipes(target)) return no_pipes(target);
  }
  return {};
}

}  // namespace clc::worker
