// The options that say how sources are compiled, on the command lines of `clc compile` and of every other command that
// takes sources. A command describes its own options and its files, and adds these.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/compile_arguments.h"
#include "support/command_line.h"

namespace clc {

// -MD and its like, which leave the command line with the build options.
struct DepfileOptions {
  bool is_wanted = false;        // -MD, -MMD, -M or -MM
  bool is_all = false;           // -M or -MM: nothing else is wanted
  bool without_system = false;   // -MMD or -MM
  bool has_empty_rules = false;  // -MP
  std::string path;              // -MF
  std::string target;            // -MT
  std::vector<std::string> skipped_folders;
  std::string cmake_generator;  // --depfile-cmake
};

struct CompileOptions {
  CompileArguments arguments;            // without what compile_arguments() adds
  std::vector<std::string> tools;        // NAME=PATH
  std::vector<std::string> other_words;  // of the command line: no build options
  DepfileOptions depfile;
};

inline constexpr const char* k_source_files_help =
    ".cl or .clcpp files, or recordings (clc record); - is standard input";
inline constexpr const char* k_compile_target_help =
    "what to compile for: spirv64 (1.2, unless it says another version), nvptx:sm_75, amdgcn:gfx1100, driver:pocl …; "
    "there "
    "is no default; repeat it for each target (`clc targets` lists them)";
// The end of a help: the build options, the examples, and the environment that compiling reads.
std::string compile_footer(const std::string& examples);

// Adds -t. `help`: its line in the command's help.
void add_target_option(const CommandLine& line, std::vector<std::string>& targets, const char* help);
// Adds --module, --name, --ignore-option, --launch, --finish and --confine.
void add_source_options(const CommandLine& line, CompileArguments& arguments);
// Adds -j, --timeout, --memory-limit and -v.
void add_job_options(const CommandLine& line, CompileArguments& arguments);
// Adds --tool.
void add_tool_option(const CommandLine& line, std::vector<std::string>& tools);

// Parses a command line that may hold build options. False: help was asked for and printed.
Result<bool> parse_compile_line(const CommandLine& line, const std::vector<std::string>& words,
                                CompileOptions& options);

// Reads the environment, and checks all that can be checked without looking at files and targets. The result has no
// outputs, and no dependency file can be asked for.
Result<CompileArguments> compile_arguments(const CompileOptions& options);
// Does the same for a command whose options are for its outputs, too: see output_options.h.
Result<CompileArguments> compile_arguments_with_depfile(const CompileOptions& options);

// Adds CLC_OPTIONS, CLC_OPTIONS_APPEND and SOURCE_DATE_EPOCH.
Result<void> add_environment(CompileArguments& arguments);

// An option that was given and means nothing where no source is compiled: "-DN=3", "--name". Empty: none.
std::string option_for_sources(const CommandLine& line, const CompileOptions& options);

}  // namespace clc
