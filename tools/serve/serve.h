// `clc serve FOLDER`: a page for a folder of kernels, on this machine only.
#pragma once

#include <string>

#include "plan/compile_arguments.h"
#include "support/sink.h"

namespace clc {

// Runs until Ctrl-C; an error says why it cannot go on. `arguments` are those of the compilations, without files, and
// with the section of an analysis. Port 0 stands for one that is free.
Result<void> serve(CompileArguments arguments, const std::string& folder, unsigned port, Sink& sink);

}  // namespace clc
