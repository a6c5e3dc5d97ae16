#include "worker/frontend/invocation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <llvm/ADT/StringExtras.h>
#include <llvm/TargetParser/Triple.h>

#include "worker/frontend/diagnostics.h"
#include "worker/frontend/extension_arguments.h"
#include "worker/frontend/nvidia_dialect.h"

namespace clc::worker {
namespace {

// Errors of newer Clangs that the compilers of OpenCL drivers, which are older, only warn of, and kernels contain.
constexpr std::array k_warnings_of_drivers{"incompatible-pointer-types",
                                           "incompatible-function-pointer-types",
                                           "int-conversion",
                                           "implicit-int",
                                           "return-mismatch",
                                           "parentheses"};

bool is_defined(const BuildOptions& options, std::string_view macro) {
  return std::any_of(options.begin(), options.end(), [&](const BuildOption& option) {
    return option.is(Option::k_macro) && option.value.substr(0, option.value.find('=')) == macro;
  });
}

// A warning of ours.
bool is_about_nvidia_dialect(const BuildOption& option) {
  return option.is(Option::k_warning) && option.value.ends_with(k_nvidia_dialect_warning);
}

bool is_version_3_1(const BuildOption& option) {
  return option.is(Option::k_standard) && option.value == "CL3.1";
}

Language language_of(const BuildOptions& options, bool is_cpp) {
  using enum Option;
  Language result;
  result.is_cpp = is_cpp;
  for (const BuildOption& option : options) {
    if (option.is(k_language)) result.is_cpp = option.value == "clcpp";
    if (option.is(k_standard)) result.is_cpp = option.value.starts_with("CLC++");
    if (option.is(k_no_optimization) || option.is(k_o0)) result.optimization = 0;
    if (option.is(k_o1)) result.optimization = 1;
    if (option.is(k_o2) || option.is(k_os)) result.optimization = 2;
    if (option.is(k_o3)) result.optimization = 3;
  }
  result.strips_arguments = has_option(options, k_strip_arguments);
  result.strips_names = result.strips_arguments || has_option(options, k_strip);
  result.has_debug_info = has_option(options, k_debug) && !result.strips_names;
  return result;
}

// C permits one operation for a product and a sum of one expression. OpenCL's options permit it for any; of SPIR-V the
// modes of a kernel say so.
const char* contraction_of(const BuildOptions& options, const Machine& machine) {
  const bool is_chip = !llvm::Triple(machine.triple).isSPIROrSPIRV();
  for (const Option option : {Option::k_mad, Option::k_unsafe_math, Option::k_fast_math}) {
    if (is_chip && has_option(options, option)) return "-ffp-contract=fast-honor-pragmas";
  }
  return "-ffp-contract=on";
}

// LLVM knows chips that stand for a family of NVIDIA's, such as sm_100f, and Clang does not.
std::string cpu_for_clang(const Machine& machine) {
  const bool is_family = llvm::Triple(machine.triple).isNVPTX() && machine.cpu.ends_with('f');
  return is_family ? machine.cpu.substr(0, machine.cpu.size() - 1) : machine.cpu;
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

// Takes back what the target has and this chip of it has not.
void add_absent(const std::vector<std::string>& macros, std::vector<std::string>& arguments) {
  for (const std::string& macro : macros) {
    arguments.push_back("-cl-ext=-" + macro);
    if (macro == "__opencl_c_images") arguments.insert(arguments.end(), {k_no_images, "-U__IMAGE_SUPPORT__"});
  }
}

// Extensions whose macros Clang defines from OpenCL C 2.0 on, though their functions need nothing that came with it.
constexpr std::array<std::string_view, 8> k_for_any_version{"cl_khr_extended_bit_ops",
                                                            "cl_khr_integer_dot_product",
                                                            "__opencl_c_integer_dot_product_input_4x8bit",
                                                            "__opencl_c_integer_dot_product_input_4x8bit_packed",
                                                            "cl_khr_kernel_clock",
                                                            "__opencl_c_kernel_clock_scope_device",
                                                            "__opencl_c_kernel_clock_scope_sub_group",
                                                            "__opencl_c_kernel_clock_scope_work_group"};

// True or false where the arguments switch an extension on or off, the last of several; empty where none names it.
std::optional<bool> switched(const std::vector<std::string>& arguments, std::string_view extension) {
  constexpr std::string_view k_option = "-cl-ext=";
  std::optional<bool> is_on;
  for (const std::string& argument : arguments) {
    if (!argument.starts_with(k_option)) continue;
    for (const llvm::StringRef word : llvm::split(llvm::StringRef(argument).drop_front(k_option.size()), ',')) {
      const std::string_view name = word.drop_front(1);
      if (name == extension || name == "all") is_on = word.front() == '+';
    }
  }
  return is_on;
}

// Defines those that the arguments switch on.
void define_for_any_version(std::vector<std::string>& arguments) {
  for (const std::string_view extension : k_for_any_version) {
    if (switched(arguments, extension) == true) arguments.push_back("-D" + std::string(extension) + "=1");
  }
}

// Defines the extension that Clang knows nothing of, unless the options define it or switch it off.
void define_matrices(const BuildOptions& options, std::vector<std::string>& given,
                     std::vector<std::string>& arguments) {
  constexpr const char* k_name = "cl_khr_cooperative_matrix";
  const std::optional<bool> is_on = switched(given, k_name);
  if (is_on == false || is_defined(options, k_name)) return;
  arguments.push_back(std::string("-D") + k_name + "=1");
  // The functions' declarations need it, which -all took, too.
  if (is_on == true) given.emplace_back("-cl-ext=+__cl_clang_variadic_functions");
}

// True before OpenCL C 2.0, and where no version is named.
bool is_version_1(const BuildOptions& options) {
  bool is_first = true;
  for (const BuildOption& option : options) {
    if (option.is(Option::k_standard)) is_first = option.value.starts_with("CL1.");
  }
  return is_first;
}

// language_of(), read_library(), read_spirv_program() and the back ends read them; no target makes use of what
// k_no_sub_group_progress permits.
constexpr std::array k_not_for_clang{Option::k_debug,
                                     Option::k_strip,
                                     Option::k_strip_arguments,
                                     Option::k_language,
                                     Option::k_o0,
                                     Option::k_o1,
                                     Option::k_o2,
                                     Option::k_o3,
                                     Option::k_os,
                                     Option::k_specialize,
                                     Option::k_create_library,
                                     Option::k_enable_link_options,
                                     Option::k_no_sub_group_progress,
                                     Option::k_max_registers};

// Adds the arguments of Clang's front end, none to several, that an option of clc stands for.
void add_option(const BuildOption& option, const SourceRoots& roots, std::vector<std::string>& arguments) {
  if (is_include_folder(option)) {
    arguments.insert(arguments.end(), {option.row->spelling, roots.absolute(option.value)});
  } else if (option.is(Option::k_include)) {
    arguments.insert(arguments.end(), {"-include", option.value});
  } else if (option.is(Option::k_prefix_map)) {
    arguments.insert(arguments.end(), {"-fmacro-prefix-map=" + option.value, "-fdebug-prefix-map=" + option.value,
                                       "-fcoverage-prefix-map=" + option.value});
  } else if (is_version_3_1(option)) {
    // Clang 22 ends with OpenCL C 3.0. What 3.1 makes mandatory are functions that 3.0 has as options.
    arguments.insert(arguments.end(),
                     {"-cl-std=CL3.0", "-DCL_VERSION_3_1=310", "-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"});
  } else if (option.is(Option::k_finite_math)) {
    // By itself it defines a macro only.
    arguments.insert(arguments.end(), {option.text(), "-menable-no-infs", "-menable-no-nans"});
  } else if (option.is(Option::k_zero_denorms)) {
    arguments.push_back("-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
  } else if (!is_about_nvidia_dialect(option) &&
             std::find(k_not_for_clang.begin(), k_not_for_clang.end(), option.row->option) == k_not_for_clang.end()) {
    arguments.push_back(option.text());
  }
}

}  // namespace

Machine machine_of(const DriverDialect& dialect) {
  return {dialect.address_bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown"};
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
  const BuildOptions options = request.options_of(source);
  // At -O0 Clang omits the bodies of `inline` functions and forbids inlining kernel stubs.
  const int level = std::max(language.optimization, 1);
  std::vector<std::string> arguments{
      "-triple", machine.triple, "-x", language.is_cpp ? "clcpp" : "cl", "-O" + std::to_string(level),
      // The optimiser runs later, when builtins are linked and everything but kernels is internal.
      "-disable-llvm-passes", "-disable-free", "-discard-value-names", contraction_of(options, machine),
      // The headers of this machine are no part of what the call names.
      "-ferror-limit", "50", "-nostdsysteminc", "-resource-dir", k_resource_folder, "-internal-isystem",
      std::string(k_resource_folder) + "/include", "-fdeclare-opencl-builtins", "-fdebug-compilation-dir=.",
      // No name of the compiler, which holds the revision of a distribution's package.
      "-fgnuc-version=4.2.1", "-fno-caret-diagnostics", "-Qn"};
  if (!language.is_cpp) arguments.push_back("-fgnu89-inline");  // C99's `inline` needs a definition elsewhere
  // Templates have attributes that LLVM refuses: the verifier runs when drop-impossible-nonnull is done.
  if (language.is_cpp) arguments.push_back("-disable-llvm-verifier");
  if (!request.dialect) arguments.emplace_back("-cl-ext=-__opencl_c_device_enqueue,-__opencl_c_pipes");
  arguments.insert(arguments.end(), machine.dialect.begin(), machine.dialect.end());
  add_absent(request.absent, arguments);
  if (!machine.cpu.empty()) arguments.insert(arguments.end(), {"-target-cpu", cpu_for_clang(machine)});
  for (const std::string& feature : machine.features) arguments.insert(arguments.end(), {"-target-feature", feature});
  if (language.has_debug_info) {
    const char* kind = machine.has_only_lines ? "line-directives-only" : "constructor";
    arguments.insert(arguments.end(), {std::string("-debug-info-kind=") + kind, "-dwarf-version=4"});
  }
  std::vector<std::string> given;
  for (const BuildOption& option : options) add_option(option, roots, given);
  if (request.dialect) {
    add_dialect(*request.dialect, arguments);
  } else {
    const std::string version = std::any_of(options.begin(), options.end(), is_version_3_1) ? "310" : "300";
    if (!is_defined(options, "__OPENCL_VERSION__")) arguments.push_back("-D__OPENCL_VERSION__=" + version);
    if (!is_defined(options, "__ENDIAN_LITTLE__")) arguments.push_back("-D__ENDIAN_LITTLE__=1");
    if (request.target.family != Family::k_r600) define_matrices(options, given, arguments);
    // An attribute that Clang does not know would count for nothing; judge_limits() finds what it becomes.
    arguments.push_back("-Dqcom_reqd_sub_group_size(size)=annotate(\"" + std::string(k_sub_groups_of_qualcomm) + "\")");
  }
  if (!has_option(options, Option::k_werror)) {
    for (const char* warning : k_warnings_of_drivers) arguments.push_back(std::string("-Wno-error=") + warning);
  }
  arguments.insert(arguments.end(), given.begin(), given.end());
  if (is_version_1(options) && !language.is_cpp) define_for_any_version(arguments);
  if (has_option(options, Option::k_werror)) arguments.push_back(std::string("-Wno-error=") + k_pragma_warnings);
  return arguments;
}

}  // namespace clc::worker
