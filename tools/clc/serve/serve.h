// `clc serve FOLDER`: a page for a folder of kernels, on this machine only.
#pragma once

#include "plan/compile_arguments.h"
#include "support/sink.h"

namespace clc {

// Until Ctrl-C; an error says why it cannot go on.
Result<void> serve(const ServeArguments& arguments, Sink& sink);

}  // namespace clc
