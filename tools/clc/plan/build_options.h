// The options that leave the command line before CLI11 sees it (which cannot take `-cl-std=…`):
// those of clBuildProgram, of Clang's preprocessor, and `-MD -MF -MT`. One table describes them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"
#include "protocol/build_option.h"

namespace clc {

struct SplitArguments {
  std::vector<BuildOption> options;
  std::vector<std::string> rest;      // for CLI11
  std::vector<std::string> left_out;  // of some driver's compiler, without which the kernels mean the same
};

// Takes the table's options out of `arguments`. `other_flags` says which flags the rest may hold, and
// whether they take a value. A flag that is in neither is a usage error that names the nearest.
Result<SplitArguments> split_arguments(const std::vector<std::string>& arguments,
                                       const std::map<std::string, bool>& other_flags);

// Parses words that are all build options, as in CLC_OPTIONS; errors call the words `origin`.
Result<std::vector<BuildOption>> parse_build_options(const std::vector<std::string>& words, const std::string& origin);
// The same, with those that are left out.
Result<SplitArguments> split_build_options(const std::vector<std::string>& words, const std::string& origin);

// The options that change code, without absolute paths.
std::vector<std::string> recorded_options(const std::vector<BuildOption>& options);
// The options that the manifest shows: none of a stripped package's macros.
std::vector<std::string> manifest_options(const std::vector<BuildOption>& options);
// True when --strip was given, with or without `=arguments`.
bool is_stripped(const std::vector<BuildOption>& options);
// Adds -g where it is not there, which gives lines and leaves the code as it is.
void add_debug_information(std::vector<BuildOption>& options);
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
