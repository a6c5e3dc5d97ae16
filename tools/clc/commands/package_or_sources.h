// `report`, `check`, `diff` and `disasm` look at packages, or at sources, which are compiled first. The files on the
// command line decide which.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "insight/report/access_report.h"
#include "insight/report/kernel_metrics.h"
#include "pipeline/compiled_sources.h"
#include "plan/compile_options.h"
#include "support/command_line.h"
#include "support/sink.h"
#include "support/work_size.h"

namespace clc {

// Adds -t, and the options of clc compile.
void add_package_or_sources_options(const CommandLine& line, CompileOptions& options);

enum class CommandInput {
  k_none,  // help was asked for and printed
  k_package,
  k_sources,
};
// Parses a command line whose positional arguments are `options.arguments.files`. Packages beside sources, and options
// of compiling beside packages, are k_usage.
Result<CommandInput> parse_input_line(const CommandLine& line, const std::vector<std::string>& words,
                                      CompileOptions& options);

// A file that is compiled first: it ends in .cl or .clcpp, or is a recording.
bool is_source(const std::string& path);

// Gives the modules of two files one name, that of the second, because modules of one name are compared. Programs of
// recordings keep theirs.
void name_both(const std::string& before, const std::string& after, CompileArguments& arguments);

// "a.cl and 2 other files", for messages about what was compiled.
std::string names_of_sources(const CompileArguments& arguments);

// The accesses of the selected kernels, as the compiler found them; none is k_usage.
Result<std::vector<AnalyzedKernel>> analyzed_kernels(const CompiledSources& compiled, const Selection& selection);

// Warns of kernels that require another work-group than --work-group says: theirs is taken.
void warn_of_work_groups(const std::vector<AnalyzedKernel>& kernels, const std::vector<WorkSize>& asked, Sink& sink);

// The path, relative where it is below the working folder.
std::string path_from_here(const std::string& path);

// Names the files of all places by their paths, where they are found.
void name_files(const CompiledSources& compiled, std::vector<AnalyzedKernel>& kernels);

}  // namespace clc
