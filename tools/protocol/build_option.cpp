#include "protocol/build_option.h"

#include <algorithm>

#include "base/shell_pattern.h"

namespace clc {

// A table has a line for each field or row.  NOLINTNEXTLINE(readability-function-size)
const std::vector<OptionRow>& build_option_table() {
  using enum Option;
  using enum Effect;
  using enum DriverUse;
  constexpr ValueForm k_flag = ValueForm::k_none;
  constexpr ValueForm k_joined = ValueForm::k_joined;
  constexpr ValueForm k_either = ValueForm::k_joined_or_separate;

  static const std::vector<OptionRow> table = {
      {k_macro, "-D", k_either, k_code, k_define, "NAME[=VALUE]", "define a macro (1 without a value)"},
      {k_no_macro, "-U", k_either, k_code, k_define, "NAME", "undefine a macro"},
      {k_folder, "-I", k_either, k_search, k_no, "FOLDER", "search for headers here"},
      {k_system_folder, "-isystem", k_either, k_search, k_no, "FOLDER",
       "the same, without warnings from these headers"},
      {k_quote_folder, "-iquote", k_either, k_search, k_no, "FOLDER", "the same, for #include \"…\" only"},
      {k_include, "-include", k_either, k_code, k_no, "FILE", "read FILE before the source"},
      {k_language, "-x", k_either, k_code, k_no, "cl|clcpp", "the language, regardless of the file's name"},
      {k_standard, "-cl-std=", k_joined, k_code, k_pass, "VERSION", "CL1.0 to CL3.1, CLC++, CLC++1.0 or CLC++2021"},
      {k_extensions, "-cl-ext=", k_joined, k_code, k_no, "LIST", "switch extensions on and off: +cl_khr_fp64,-all"},
      {k_single_constants, "-cl-single-precision-constant", k_flag, k_code, k_pass, "",
       "floating-point constants are float"},
      {k_zero_denorms, "-cl-denorms-are-zero", k_flag, k_code, k_pass, "", "denormal numbers may become zero"},
      {k_exact_roots, "-cl-fp32-correctly-rounded-divide-sqrt", k_flag, k_code, k_pass, "",
       "/ and sqrt are correctly rounded"},
      {k_no_optimization, "-cl-opt-disable", k_flag, k_code, k_pass, "", "do not optimise"},
      {k_mad, "-cl-mad-enable", k_flag, k_code, k_pass, "", "a * b + c may be fused"},
      {k_no_signed_zeros, "-cl-no-signed-zeros", k_flag, k_code, k_pass, "", "the sign of zero does not matter"},
      {k_unsafe_math, "-cl-unsafe-math-optimizations", k_flag, k_code, k_pass, "",
       "faster arithmetic may lose accuracy"},
      {k_finite_math, "-cl-finite-math-only", k_flag, k_code, k_pass, "",
       "assume that there is no NaN and no infinity"},
      {k_fast_math, "-cl-fast-relaxed-math", k_flag, k_code, k_pass, "", "both of the above, and fast functions"},
      {k_strict_aliasing, "-cl-strict-aliasing", k_flag, k_code, k_pass, "",
       "accepted; has no effect since OpenCL 1.1"},
      {k_uniform_groups, "-cl-uniform-work-group-size", k_flag, k_code, k_pass, "",
       "global sizes are multiples of the work-group's"},
      {k_no_sub_group_progress, "-cl-no-subgroup-ifp", k_flag, k_code, k_no, "", "sub-groups need no forward progress"},
      {k_argument_info, "-cl-kernel-arg-info", k_flag, k_code, k_pass, "",
       "keep argument names (the manifest always does)"},
      {k_o0, "-O0", k_flag, k_code, k_no, "", "optimise least"},
      {k_o1, "-O1", k_flag, k_code, k_no, "", ""},
      {k_o2, "-O2", k_flag, k_code, k_no, "", ""},
      {k_o3, "-O3", k_flag, k_code, k_no, "", "optimise most (the default)"},
      {k_os, "-Os", k_flag, k_code, k_no, "", "optimise for size"},
      {k_max_registers, "-cl-nv-maxrregcount", k_either, k_code, k_no, "N",
       "at most N registers for each work-item on NVIDIA's GPUs (0: any number)"},
      {k_debug, "-g", k_flag, k_code, k_pass, "", "debug information"},
      {k_strip, "--strip", k_flag, k_code, k_no, "", "leave out names, debug information and macros (docs/audit.md)"},
      {k_strip_arguments, "--strip=arguments", k_flag, k_code, k_no, "",
       "the same, and the names of kernels' arguments"},
      {k_strip, "-s", k_flag, k_code, k_no, "", "the same as --strip"},
      {k_specialize, "--specialize=", k_joined, k_code, k_no, "ID=0xBITS",
       "of a program that came as SPIR-V: the value of a specialisation constant"},
      {k_create_library, "-create-library", k_flag, k_code, k_no, "",
       "make a library, to be linked into modules (--module NAME=FILE,LIBRARY.clcpack)"},
      {k_enable_link_options, "-enable-link-options", k_flag, k_code, k_no, "",
       "with -create-library: the options of a link hold for the library, too"},
      {k_no_warnings, "-w", k_flag, k_messages, k_pass, "", "no warnings"},
      {k_werror, "-Werror", k_flag, k_messages, k_pass, "", "warnings are errors"},
      {k_warning, "-W", k_joined, k_messages, k_no, "NAME", "one of Clang's warnings, for instance -Wno-unused-value"},
      {k_prefix_map, "-ffile-prefix-map=", k_joined, k_search, k_no, "OLD=NEW", "rewrite paths in the output"},
      {k_md, "-MD", k_flag, k_depfile, k_no, "", "write a dependency file for make or ninja"},
      {k_mf, "-MF", k_either, k_depfile, k_no, "FILE", "the dependency file's name (default: PACKAGE.d)"},
      {k_mt, "-MT", k_either, k_depfile, k_no, "NAME", "the dependency file's target (default: the package's file)"},
      {k_mmd, "-MMD", k_flag, k_depfile, k_no, "", "-MD without headers from -isystem folders"},
      {k_mp, "-MP", k_flag, k_depfile, k_no, "", "also an empty rule for each header, for headers that are deleted"},
      {k_m, "-M", k_flag, k_depfile, k_no, "", "only print the dependencies, and compile nothing"},
      {k_mm, "-MM", k_flag, k_depfile, k_no, "", "-M without headers from -isystem folders"},
  };
  return table;
}

const OptionRow* find_option_row(std::string_view word) {
  const OptionRow* best = nullptr;
  for (const OptionRow& row : build_option_table()) {
    const std::string_view spelling = row.spelling;
    if (word == spelling) return &row;
    const bool joined = row.form != ValueForm::k_none && word.starts_with(spelling);
    if (joined && (best == nullptr || spelling.size() > std::string_view(best->spelling).size())) best = &row;
  }
  return best;
}

bool BuildOption::applies_to(const Target& target) const {
  if (pattern.empty()) return true;
  const auto matches = [this](const std::string& name) { return fits_pattern(pattern, name, Letters::k_of_any_case); };
  return matches(target.name()) || matches(family_info(target.family).name);
}

bool has_option(const BuildOptions& options, Option option) {
  return std::ranges::any_of(options, [&](const BuildOption& one) { return one.is(option); });
}

bool makes_library(const BuildOptions& options) {
  return has_option(options, Option::k_create_library);
}

bool is_include_folder(const BuildOption& option) {
  using enum Option;
  return option.is(k_folder) || option.is(k_system_folder) || option.is(k_quote_folder);
}

bool is_link_option(const BuildOption& option) {
  using enum Option;
  return option.is(k_zero_denorms) || option.is(k_no_signed_zeros) || option.is(k_unsafe_math) ||
         option.is(k_finite_math) || option.is(k_fast_math);
}

std::vector<std::string> option_texts(const std::vector<BuildOption>& options) {
  std::vector<std::string> texts;
  for (const BuildOption& option : options) texts.push_back(option.text());
  return texts;
}

BuildOptions read_options(const std::vector<std::string>& texts) {
  BuildOptions options;
  for (const std::string& text : texts) {
    const OptionRow* row = find_option_row(text);
    if (row != nullptr) options.push_back({row, text.substr(std::string_view(row->spelling).size()), ""});
  }
  return options;
}

}  // namespace clc
