// The programs of a recording as sources of `clc compile`: each with its own options, and with the digests of what
// applications ask for.
#pragma once

#include <string>
#include <vector>

#include "plan/build_options.h"
#include "plan/compile_arguments.h"
#include "plan/plan.h"
#include "recording/recording.h"
#include "support/sink.h"

namespace clc {

// The program's options as clc takes them: folders of headers are those of the recording, whose folder of the program
// is `place`.
std::vector<BuildOption> options_here(const RecordedProgram& program, std::vector<BuildOption> options,
                                      const std::string& place);

// Says in a message what of the recording is not compiled, and why.
Result<std::vector<SourceFile>> recorded_sources(const std::string& folder, const CompileArguments& arguments,
                                                 Sink& sink);

}  // namespace clc
