// The sources of a call as editors read them: a compilation database, compile_commands.json.
#pragma once

#include <string>

#include "plan/compile_arguments.h"

namespace clc {

// One command of Clang for each source that is OpenCL C or C++ for OpenCL, with those options of the call that Clang
// knows.
std::string compile_commands(const CompileArguments& arguments);

}  // namespace clc
