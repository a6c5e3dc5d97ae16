// The options of `clc compile` that say what is written and where; `clc explain` takes them, too, and writes nothing.
#pragma once

#include <CLI/CLI.hpp>

#include "clc/base/result.h"
#include "plan/compile_options.h"

namespace clc {

void add_output_options(CLI::App& app, CompileOptions& options);

// Reads which dumps the environment asks for.
Result<void> add_dumps_of_environment(Outputs& outputs);
// Checks the outputs, and completes them with the dependency file's names.
Result<void> complete_outputs(Outputs& outputs, const DepfileOptions& depfile);

}  // namespace clc
