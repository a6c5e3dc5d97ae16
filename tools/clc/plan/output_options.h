// The options of `clc compile` that say what is written and where; `clc explain` takes them, too, and writes nothing.
#pragma once

#include "clc/base/result.h"
#include "plan/compile_options.h"
#include "support/command_line.h"

namespace clc {

void add_output_options(const CommandLine& line, CompileOptions& options);

// Reads which dumps the environment asks for.
Result<void> add_dumps_of_environment(Outputs& outputs);
// Checks the outputs, and completes them with the dependency file's names.
Result<void> complete_outputs(Outputs& outputs, const DepfileOptions& depfile);

}  // namespace clc
