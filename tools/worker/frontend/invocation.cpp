#include "worker/frontend/invocation.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <llvm/TargetParser/Triple.h>

#include "recording/spirv_constants.h"
#include "worker/frontend/diagnostics.h"
#include "worker/frontend/extension_arguments.h"

namespace clc::worker {
namespace {

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
  const bool is_chip = !llvm::Triple(machine.triple).isSPIROrSPIRV();
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

// Takes back what the target has and this chip of it has not.
void add_absent(const std::vector<std::string>& macros, std::vector<std::string>& arguments) {
  for (const std::string& macro : macros) {
    arguments.push_back("-cl-ext=-" + macro);
    if (macro == "__opencl_c_images") arguments.insert(arguments.end(), {k_no_images, "-U__IMAGE_SUPPORT__"});
  }
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
  arguments.insert(arguments.end(), machine.dialect.begin(), machine.dialect.end());
  if (!request.dialect) arguments.emplace_back("-cl-ext=-__opencl_c_device_enqueue,-__opencl_c_pipes");
  add_absent(request.absent, arguments);
  if (!machine.cpu.empty()) arguments.insert(arguments.end(), {"-target-cpu", machine.cpu});
  for (const std::string& feature : machine.features) arguments.insert(arguments.end(), {"-target-feature", feature});
  if (language.has_debug_info) {
    const char* kind = machine.has_only_lines ? "line-directives-only" : "constructor";
    arguments.insert(arguments.end(), {std::string("-debug-info-kind=") + kind, "-dwarf-version=4"});
  }
  if (request.dialect) {
    add_dialect(*request.dialect, arguments);
  } else {
    const std::string version = is_given(options, "-cl-std=CL3.1") ? "310" : "300";
    if (!is_defined(options, "__OPENCL_VERSION__")) arguments.push_back("-D__OPENCL_VERSION__=" + version);
    if (!is_defined(options, "__ENDIAN_LITTLE__")) arguments.push_back("-D__ENDIAN_LITTLE__=1");
    // An attribute that Clang does not know would count for nothing; judge_limits() finds what it becomes.
    arguments.push_back("-Dqcom_reqd_sub_group_size(size)=annotate(\"" + std::string(k_sub_groups_of_qualcomm) + "\")");
  }
  if (!is_given(options, "-Werror")) {
    for (const char* warning : k_warnings_of_drivers) arguments.push_back(std::string("-Wno-error=") + warning);
  }
  for (const std::string& option : options) add_option(option, roots, arguments);
  if (is_given(options, "-Werror")) arguments.push_back(std::string("-Wno-error=") + k_pragma_warnings);
  return arguments;
}

}  // namespace clc::worker
