// Runs other projects' tools that print the contents of a file.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "toolchain/tools.h"

namespace clc {

// Returns what the tool prints when it is given a file with these bytes. The tool has a time limit.
Result<std::string> run_on_file(const char* tool, const ToolPaths& tools, const std::vector<std::string>& options,
                                BytesView bytes);

}  // namespace clc
