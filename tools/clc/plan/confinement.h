// --confine: what the sources of a call may see of the disk.
#pragma once

#include <string>
#include <vector>

#include "clc/base/result.h"
#include "plan/compile_arguments.h"

namespace clc {

// The places of a Readable: the folder that sources are confined to, and what the command line names itself. An error
// where this kernel cannot confine, and where a link in that folder would lead one of these places out of it.
Result<std::vector<std::string>> readable_places(const CompileArguments& arguments);

}  // namespace clc
