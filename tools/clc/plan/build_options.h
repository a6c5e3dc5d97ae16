// The options that leave the command line before CLI11 sees it (which cannot take `-cl-std=…`):
// those of clBuildProgram, of Clang's preprocessor, and `-MD -MF -MT`. One table describes them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
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

struct OptionRow {
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

  // One canonical string per option: "-DNAME=1".
  std::string text() const;
  bool applies_to(const Target& target) const;
};

struct SplitArguments {
  std::vector<BuildOption> options;
  std::vector<std::string> rest;  // for CLI11
};

// Takes the table's options out of `arguments`. `other_flags` says which flags the rest may hold, and
// whether they take a value. A flag that is in neither is a usage error that names the nearest.
Result<SplitArguments> split_arguments(const std::vector<std::string>& arguments,
                                       const std::map<std::string, bool>& other_flags);

// Parses words that are all build options, as in CLC_OPTIONS; errors call the words `origin`.
Result<std::vector<BuildOption>> parse_build_options(const std::vector<std::string>& words, const std::string& origin);

// All options, canonical and in order: what the worker gets.
std::vector<std::string> option_texts(const std::vector<BuildOption>& options);
// The options that change code, without absolute paths.
std::vector<std::string> recorded_options(const std::vector<BuildOption>& options);
// The options that the manifest shows: none of a stripped package's macros.
std::vector<std::string> manifest_options(const std::vector<BuildOption>& options);
bool has_option(const std::vector<BuildOption>& options, std::string_view text);
// True when what is compiled becomes a library (-create-library).
bool makes_library(const std::vector<BuildOption>& options);
// True when --strip was given, with or without `=arguments`.
bool is_stripped(const std::vector<BuildOption>& options);
// Adds -g where it is not there, which gives lines and leaves the code as it is.
void add_debug_information(std::vector<BuildOption>& options);
// True when the option is -I, -isystem or -iquote.
bool is_include_folder(const BuildOption& option);
// The folders of these options in the order given: roots 1, 2, … of a RootedPath.
std::vector<std::string> include_folders(const std::vector<BuildOption>& options);
// True when the source is C++ for OpenCL, by its options or, where these say nothing, by its name.
bool is_cpp_for_opencl(const std::vector<BuildOption>& options, const std::string& file_name);

// Return the options that clBuildProgram of an installed driver gets, and the lines that go before the source.
std::string driver_build_options(const std::vector<BuildOption>& options, const std::string& file_name);
std::string driver_prelude(const std::vector<BuildOption>& options);
// Returns the options that clLinkProgram gets.
std::string driver_link_options(const std::vector<BuildOption>& options);

// The table as text for `clc compile --help`.
std::string build_option_help();

}  // namespace clc
