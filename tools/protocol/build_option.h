// The build options of clBuildProgram and of Clang's preprocessor, `-MD -MF -MT`, and those of clc, in one table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/target.h"

namespace clc {

// How an option's value is written.
enum class ValueForm { k_none, k_joined, k_joined_or_separate };

// The things that an option can change. They decide whether it is recorded and hashed.
enum class Effect {
  k_code,      // the bytes that come out: recorded in the manifest
  k_messages,  // warnings and whether they are errors
  k_search,    // where files are found; the files themselves count by their digest
  k_depfile,   // the dependency file only: never reaches a compiler
};

// How an installed driver (`driver:NAME`) gets the option. The worker, which expands the includes for it, gets all
// options.
enum class DriverUse {
  k_no,
  k_pass,    // as it is, through clBuildProgram
  k_define,  // as a #define or #undef before the source: drivers disagree about quoting
};

enum class Option {
  k_macro,
  k_no_macro,
  k_folder,
  k_system_folder,
  k_quote_folder,
  k_include,
  k_language,
  k_standard,
  k_extensions,
  k_single_constants,
  k_zero_denorms,
  k_exact_roots,
  k_no_optimization,
  k_mad,
  k_no_signed_zeros,
  k_unsafe_math,
  k_finite_math,
  k_fast_math,
  k_strict_aliasing,
  k_uniform_groups,
  k_no_sub_group_progress,
  k_argument_info,
  k_o0,
  k_o1,
  k_o2,
  k_o3,
  k_os,
  k_debug,
  k_strip,
  k_strip_arguments,
  k_specialize,
  k_create_library,
  k_enable_link_options,
  k_no_warnings,
  k_werror,
  k_warning,
  k_prefix_map,
  k_md,
  k_mf,
  k_mt,
  k_mmd,
  k_mp,
  k_m,
  k_mm,
  k_max_registers
};

struct OptionRow {
  Option option;
  const char* spelling;
  ValueForm form;
  Effect effect;
  DriverUse driver;
  const char* value_name;  // for the help, or ""
  const char* help;
};
const std::vector<OptionRow>& build_option_table();
// The row that `word` belongs to: an exact spelling, else the longest one that it begins with; nullptr: none.
const OptionRow* find_option_row(std::string_view word);

struct BuildOption {
  const OptionRow* row = nullptr;
  std::string value;
  std::string pattern;  // of -Xtarget; empty: every target

  bool is(Option option) const { return row->option == option; }
  // One canonical string per option: "-DNAME=1".
  std::string text() const { return row->spelling + value; }
  bool applies_to(const Target& target) const;
  bool operator==(const BuildOption& other) const { return row == other.row && value == other.value; }
};
using BuildOptions = std::vector<BuildOption>;

bool has_option(const BuildOptions& options, Option option);
// True when what is compiled becomes a library (-create-library).
bool makes_library(const BuildOptions& options);
// True when the option is -I, -isystem or -iquote.
bool is_include_folder(const BuildOption& option);
// True when a link may change libraries with this option that allow it (-enable-link-options).
bool is_link_option(const BuildOption& option);

// All options, canonical and in order: how they travel.
std::vector<std::string> option_texts(const BuildOptions& options);
// Reads such texts, and leaves out what is no option.
BuildOptions read_options(const std::vector<std::string>& texts);

}  // namespace clc
