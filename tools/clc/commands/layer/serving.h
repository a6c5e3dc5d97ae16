// Options, environment and reports of the commands that run a program with the layer.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "recording/summary_file.h"
#include "support/command_line.h"
#include "support/sink.h"
#include "toolchain/opencl_layer.h"

namespace clc {

struct ServingOptions {
  std::vector<std::string> packages;
  std::vector<std::string> keys;
  std::string on_miss;  // empty: not given
  bool replaces_loader = false;
  std::string checks;    // that kernels get, as clc compile --sanitize takes them; empty: none
  std::string on_fault;  // "continue" or "stop"; empty: not given
};

// The packages and keys by name.
std::vector<std::string> files_of(const ServingOptions& options);

CommandOption add_package_option(const CommandLine& line, ServingOptions& options);
// Adds --key and --replace-loader.
void add_loading_options(const CommandLine& line, ServingOptions& options);

// The variables of the layer stand for options that were not given, and are checked as these are.
Result<void> take_environment(ServingOptions& options);

// The environment of the program. The layer writes a summary of each process into the folder `summaries`. Opens each
// package and checks its signature, so that trouble with one is told before the program runs.
Result<Settings> settings_for(const ServingOptions& options, const LayersSetting& layers, const std::string& summaries);

// Reads the summaries in this folder, and copies them to the clc that runs this one, if any: `clc run` in `clc
// emulate`, or the other way round.
std::vector<ProcessSummary> take_summaries(const std::string& folder);

// Tells the layer's troubles, and the builds whose binary came from one of `origins` (`ServedProgram::from`).
void report_builds(const RunSummary& summary, const std::set<std::string>& origins, Sink& sink);

}  // namespace clc
