#include "worker/frontend/invocation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "recording/spirv_constants.h"
#include "worker/frontend/announced.h"
#include "worker/frontend/diagnostics.h"

namespace clc::worker {
namespace {

// The lowest PTX version that knows a chip: old drivers refuse newer versions than they know.
// From the release notes of the PTX ISA; sm_50 came with 4.0, which has no arrays of images to write, and sm_70
// with 6.0 and sm_72 with 6.1, which have no activemask.
int lowest_ptx_version(std::string_view sm) {
  constexpr std::array<std::pair<std::string_view, int>, 26> k_versions{{
      {"sm_50", 41},   {"sm_52", 41},  {"sm_53", 42},   {"sm_60", 50},  {"sm_61", 50},   {"sm_62", 50},
      {"sm_70", 62},   {"sm_72", 62},  {"sm_75", 63},   {"sm_80", 70},  {"sm_86", 71},   {"sm_87", 74},
      {"sm_88", 90},   {"sm_89", 78},  {"sm_90", 78},   {"sm_90a", 80}, {"sm_100", 86},  {"sm_100a", 86},
      {"sm_100f", 88}, {"sm_101", 86}, {"sm_101a", 86}, {"sm_103", 88}, {"sm_103a", 88}, {"sm_120", 87},
      {"sm_120a", 87}, {"sm_121", 88},
  }};
  for (const auto& [name, version] : k_versions) {
    if (name == sm) return version;
  }
  return 88;
}

// Extensions that builtins/bit_operations.clh and dot_product.clh define for any chip.
constexpr const char* k_integer_extensions =
    "-cl-ext=+cl_khr_extended_bit_ops,+cl_khr_integer_dot_product,+__opencl_c_integer_dot_product_input_4x8bit,"
    "+__opencl_c_integer_dot_product_input_4x8bit_packed";

// Extensions that builtins/float_atomics.clh defines.
constexpr const char* k_float_atomics =
    "-cl-ext=+cl_ext_float_atomics,+__opencl_c_ext_fp32_global_atomic_add,+__opencl_c_ext_fp32_local_atomic_add,"
    "+__opencl_c_ext_fp32_global_atomic_min_max,+__opencl_c_ext_fp32_local_atomic_min_max,"
    "+__opencl_c_ext_fp64_global_atomic_add,+__opencl_c_ext_fp64_local_atomic_add,"
    "+__opencl_c_ext_fp64_global_atomic_min_max,+__opencl_c_ext_fp64_local_atomic_min_max";
constexpr const char* k_half_atomics =
    "-cl-ext=+__opencl_c_ext_fp16_global_atomic_load_store,+__opencl_c_ext_fp16_local_atomic_load_store,"
    "+__opencl_c_ext_fp16_global_atomic_add,+__opencl_c_ext_fp16_local_atomic_add,"
    "+__opencl_c_ext_fp16_global_atomic_min_max,+__opencl_c_ext_fp16_local_atomic_min_max";

// Extensions that builtins/kernel_clock.clh defines.
constexpr const char* k_kernel_clock =
    "-cl-ext=+cl_khr_kernel_clock,+__opencl_c_kernel_clock_scope_device,+__opencl_c_kernel_clock_scope_work_group,"
    "+__opencl_c_kernel_clock_scope_sub_group";

constexpr const char* k_no_images =
    "-cl-ext=-__opencl_c_images,-__opencl_c_3d_image_writes,-__opencl_c_read_write_images,-cl_khr_3d_image_writes,"
    "-cl_khr_depth_images,-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes,-cl_khr_gl_msaa_sharing";

// Extensions that builtins/sub_groups.clh defines.
constexpr const char* k_sub_group_extensions =
    "-cl-ext=+cl_khr_subgroup_ballot,+cl_khr_subgroup_clustered_reduce,+cl_khr_subgroup_extended_types,"
    "+cl_khr_subgroup_non_uniform_arithmetic,+cl_khr_subgroup_non_uniform_vote,+cl_khr_subgroup_rotate,"
    "+cl_khr_subgroup_shuffle,+cl_khr_subgroup_shuffle_relative";

// Errors of newer Clangs that the compilers of OpenCL drivers, which are older, only warn of, and kernels contain.
constexpr std::array k_warnings_of_drivers{"incompatible-pointer-types",
                                           "incompatible-function-pointer-types",
                                           "int-conversion",
                                           "implicit-int",
                                           "return-mismatch",
                                           "parentheses"};

using Options = std::vector<std::string>;

bool is_defined(const Options& options, std::string_view macro) {
  const std::string prefix = "-D" + std::string(macro);
  return std::any_of(options.begin(), options.end(),
                     [&](const std::string& option) { return option == prefix || option.starts_with(prefix + "="); });
}

bool is_given(const Options& options, std::string_view option) {
  return std::find(options.begin(), options.end(), option) != options.end();
}

Language language_of(const Options& options, bool is_cpp) {
  Language result;
  result.is_cpp = is_cpp;
  for (const std::string& option : options) {
    if (option == "-xclcpp") result.is_cpp = true;
    if (option == "-xcl") result.is_cpp = false;
    if (option == "-cl-opt-disable" || option == "-O0") result.optimization = 0;
    if (option == "-O1") result.optimization = 1;
    if (option == "-O2" || option == "-Os") result.optimization = 2;
    if (option == "-O3" || option == "-O") result.optimization = 3;
    if (option == "-g") result.has_debug_info = true;
    if (option == "-s" || option.starts_with("--strip")) result.strips_names = true;
    if (option == "--strip=arguments") result.strips_arguments = true;
    if (option.starts_with("-cl-std=")) {
      std::string value = option.substr(8);
      std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) { return std::toupper(c); });
      result.is_cpp = value.starts_with("CLC++");
    }
  }
  if (result.strips_names) result.has_debug_info = false;
  return result;
}

// C permits one operation for a product and a sum of one expression. OpenCL's options permit it for any; of SPIR-V the
// modes of a kernel say so.
const char* contraction_of(const Options& options, const Machine& machine) {
  const bool is_chip = !machine.triple.starts_with("spir");
  for (const char* option : {"-cl-mad-enable", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
    if (is_chip && is_given(options, option)) return "-ffp-contract=fast-honor-pragmas";
  }
  return "-ffp-contract=on";
}

void add_dialect(const DriverDialect& dialect, std::vector<std::string>& arguments) {
  for (const char* macro : {"__SPIR__", "__SPIR32__", "__SPIR64__", "__IMAGE_SUPPORT__", "__ENDIAN_LITTLE__"}) {
    arguments.push_back(std::string("-U") + macro);
  }
  for (const std::string& macro : dialect.macros) arguments.push_back("-D" + macro);
  std::string extensions = "-cl-ext=-all";
  for (const std::string& extension : dialect.extensions) extensions += ",+" + extension;
  for (const std::string& feature : dialect.features) extensions += ",+" + feature;
  arguments.push_back(extensions);
}

// Adds extensions that NVIDIA's own compiler knows and Clang's NVPTX target does not announce.
void add_nvidia_dialect(const std::string& sm, std::vector<std::string>& arguments) {
  arguments.insert(arguments.end(),
                   {"-fgnu-keywords",  // asm
                    "-cl-ext=+cl_khr_3d_image_writes,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,"
                    "+__opencl_c_images,+__opencl_c_3d_image_writes,+__opencl_c_fp64,"
                    // Optional in OpenCL 3.0; PTX and builtins/nvptx_atomics.cl have them.
                    "+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables,"
                    "+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst,"
                    "+__opencl_c_atomic_scope_device,+__opencl_c_atomic_scope_all_devices",
                    k_integer_extensions, k_float_atomics, k_kernel_clock, "-D__NV_CL_C_VERSION=120",
                    "-Dcl_nv_pragma_unroll=1", "-D__IMAGE_SUPPORT__=1"});
  constexpr int k_half_arithmetic = 42;  // which sm_53 brought
  if (lowest_ptx_version(sm) >= k_half_arithmetic) {
    arguments.insert(arguments.end(), {"-cl-ext=+cl_khr_fp16", k_half_atomics});
  }
  // The version with shfl.sync and its like, which builtins/nvptx_groups.cl needs.
  constexpr int k_warp_instructions = 62;
  if (lowest_ptx_version(sm) >= k_warp_instructions) {
    arguments.push_back("-cl-ext=+cl_khr_subgroups,+__opencl_c_subgroups,+__opencl_c_work_group_collective_functions");
    arguments.push_back(k_sub_group_extensions);
  }
}

// Drivers of many years take version 5; generic chips came with 6, whose kernels find their arguments as those of 5 do.
constexpr const char* k_code_object = "-mcode-object-version=5";
constexpr const char* k_generic_code_object = "-mcode-object-version=6";

// Adds the extensions of AMD's driver and of the builtins for it. Clang's target has the extension of sub-groups, but
// not the features of OpenCL C 3.0 that stand for it and for the functions of work-groups.
void add_amd_dialect(const std::string& chip, std::vector<std::string>& arguments) {
  arguments.insert(arguments.end(), {chip.ends_with("-generic") ? k_generic_code_object : k_code_object,
                                     "-cl-ext=+__opencl_c_subgroups,+__opencl_c_work_group_collective_functions",
                                     k_integer_extensions, k_float_atomics, k_half_atomics});
  if (has_images(chip)) {
    arguments.insert(arguments.end(), {"-cl-ext=+cl_khr_depth_images", "-D__IMAGE_SUPPORT__=1"});
  } else {
    arguments.emplace_back(k_no_images);
  }
  // gfx801 brought permutations of a sub-group and a clock of the device.
  const bool is_gfx8_or_later = !chip.starts_with("gfx6") && !chip.starts_with("gfx7");
  if (is_gfx8_or_later) arguments.insert(arguments.end(), {k_sub_group_extensions, k_kernel_clock});
}

// Takes back what the target has and this chip of it has not.
void add_absent(const std::vector<std::string>& macros, std::vector<std::string>& arguments) {
  for (const std::string& macro : macros) {
    arguments.push_back("-cl-ext=-" + macro);
    if (macro == "__opencl_c_images") arguments.insert(arguments.end(), {k_no_images, "-U__IMAGE_SUPPORT__"});
  }
}

// With more debug information than lines, PTX is marked as meant for debugging, and NVIDIA's driver does not optimise
// it.
bool only_lines(const Language& language) {
  return language.optimization > 0;
}

void add_debug_information(const Machine& machine, const Language& language, std::vector<std::string>& arguments) {
  const bool lines = machine.triple.starts_with("nvptx") && only_lines(language);
  arguments.push_back(std::string("-debug-info-kind=") + (lines ? "line-directives-only" : "constructor"));
  arguments.push_back("-dwarf-version=4");
}

// Adds the arguments of Clang's front end, none to several, that an option of clc stands for.
void add_option(const std::string& option, const SourceRoots& roots, std::vector<std::string>& arguments) {
  if (const std::string_view folder = include_folder(option); !folder.empty()) {
    const std::string flag = option.starts_with("-isystem")  ? "-isystem"
                             : option.starts_with("-iquote") ? "-iquote"
                                                             : "-I";
    arguments.push_back(flag);
    arguments.push_back(roots.absolute(folder));
  } else if (option.starts_with("-include")) {
    arguments.push_back("-include");
    std::string_view file = std::string_view(option).substr(8);
    while (file.starts_with(' ')) file.remove_prefix(1);
    arguments.emplace_back(file);
  } else if (option.starts_with("-ffile-prefix-map=")) {
    const std::string value = option.substr(option.find('=') + 1);
    arguments.push_back("-fmacro-prefix-map=" + value);
    arguments.push_back("-fdebug-prefix-map=" + value);
  } else if (option == "-cl-std=CL3.1") {
    // Clang 22 ends with OpenCL C 3.0. What 3.1 makes mandatory are functions that 3.0 has as options.
    arguments.insert(arguments.end(),
                     {"-cl-std=CL3.0", "-DCL_VERSION_3_1=310", "-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"});
  } else if (option == "-cl-denorms-are-zero") {
    arguments.push_back("-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
  } else if (option == "-cl-no-subgroup-ifp") {
    // It permits what no target makes use of.
  } else if (option == "-g" || option == "-s" || option.starts_with("--strip") || option.starts_with("-x") ||
             option.starts_with("-O") || option.starts_with(k_specialize) || option == k_create_library ||
             option == k_enable_link_options) {
    // -s is for the back end; language_of() has read the others.
  } else {
    arguments.push_back(option);
  }
}

}  // namespace

Machine machine_of(const Target& target, const Language& language) {
  if (target.family == Family::k_nvptx) {
    constexpr int k_labels_in_sections = 70;
    const bool has_sections = language.has_debug_info && !only_lines(language);
    const int version = std::max(lowest_ptx_version(target.arch), has_sections ? k_labels_in_sections : 0);
    return {"nvptx64-nvidia-nvcl", target.arch, {"+ptx" + std::to_string(version)}, {}};
  }
  if (target.family == Family::k_amdgcn) {
    Machine machine{"amdgcn-amd-amdhsa", target.arch, {}, {}};
    for (const std::string& feature : target.features) {
      machine.features.push_back(feature.back() + feature.substr(0, feature.size() - 1));  // "xnack-" is "-xnack"
    }
    // LLVM 22 loses halves of registers where it has registers of 16 bits (llvm 161290, 225175, 211848, 218371).
    if (target.arch.starts_with("gfx11")) machine.features.emplace_back("-real-true16");
    return machine;
  }
  if (target.family == Family::k_r600) return {"r600-unknown-unknown", target.arch, {}, {}};
  const std::string bits = target.family == Family::k_spirv32 ? "spirv32" : "spirv64";
  return {bits + "v" + target.arch + "-unknown-unknown", "", {}, target.features};
}

Machine machine_of(const DriverDialect& dialect) {
  return {dialect.address_bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown", "", {}, {}};
}

Language language_of(const CompileRequest& request) {
  return language_of(request.shared_options(), false);
}

Language language_of(const CompileRequest& request, const RequestedSource& source) {
  return language_of(request.options_of(source), source.name.ends_with(".clcpp") || source.path.ends_with(".clcpp"));
}

std::vector<std::string> front_end_arguments(const CompileRequest& request, const RequestedSource& source,
                                             const SourceRoots& roots, const Machine& machine) {
  const Language language = language_of(request, source);
  const Options options = request.options_of(source);
  // At -O0 Clang omits the bodies of `inline` functions and forbids inlining kernel stubs.
  const int level = std::max(language.optimization, 1);
  std::vector<std::string> arguments{
      "-triple", machine.triple, "-x", language.is_cpp ? "clcpp" : "cl", "-O" + std::to_string(level),
      // The optimiser runs later, when builtins are linked and everything but kernels is internal.
      "-disable-llvm-passes", "-disable-free", "-discard-value-names", contraction_of(options, machine),
      // The headers of this machine are no part of what the call names.
      "-ferror-limit", "50", "-nostdsysteminc", "-resource-dir", k_resource_folder, "-internal-isystem",
      std::string(k_resource_folder) + "/include", "-fdeclare-opencl-builtins", "-fdebug-compilation-dir=.",
      "-fgnuc-version=4.2.1", "-fno-caret-diagnostics"};
  if (!language.is_cpp) arguments.push_back("-fgnu89-inline");  // C99's `inline` needs a definition elsewhere
  // Templates have attributes that LLVM refuses: the verifier runs when drop-impossible-nonnull is done.
  if (language.is_cpp) arguments.push_back("-disable-llvm-verifier");
  if (machine.triple.starts_with("amdgcn")) add_amd_dialect(machine.cpu, arguments);
  if (machine.triple.starts_with("nvptx")) add_nvidia_dialect(machine.cpu, arguments);
  if (const std::string list = unannounced(machine.triple, machine.spirv_extensions); !list.empty())
    arguments.push_back("-cl-ext=" + list);
  add_absent(request.absent, arguments);
  if (!machine.cpu.empty()) arguments.insert(arguments.end(), {"-target-cpu", machine.cpu});
  for (const std::string& feature : machine.features) arguments.insert(arguments.end(), {"-target-feature", feature});
  if (language.has_debug_info) add_debug_information(machine, language, arguments);
  if (request.dialect) {
    add_dialect(*request.dialect, arguments);
  } else {
    const std::string version = is_given(options, "-cl-std=CL3.1") ? "310" : "300";
    if (!is_defined(options, "__OPENCL_VERSION__")) arguments.push_back("-D__OPENCL_VERSION__=" + version);
    if (!is_defined(options, "__ENDIAN_LITTLE__")) arguments.push_back("-D__ENDIAN_LITTLE__=1");
    if (has_split_barriers(machine.spirv_extensions)) arguments.emplace_back("-Dcl_intel_split_work_group_barrier=1");
    // An attribute that Clang does not know would count for nothing; judge_limits() finds what it becomes.
    arguments.push_back("-Dqcom_reqd_sub_group_size(size)=annotate(\"" + std::string(k_sub_groups_of_qualcomm) + "\")");
    // Clang knows no such extension: opencl_extensions.h declares its functions.
    if (!machine.triple.starts_with("r600")) arguments.push_back("-Dcl_khr_extended_async_copies=1");
  }
  if (!is_given(options, "-Werror")) {
    for (const char* warning : k_warnings_of_drivers) arguments.push_back(std::string("-Wno-error=") + warning);
  }
  for (const std::string& option : options) add_option(option, roots, arguments);
  if (is_given(options, "-Werror")) arguments.push_back(std::string("-Wno-error=") + k_pragma_warnings);
  return arguments;
}

}  // namespace clc::worker
