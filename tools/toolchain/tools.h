// Other people's programs that clc runs, and where it looks for them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

struct ToolInfo {
  const char* name;      // as --tool names it
  const char* program;   // its file name
  const char* variable;  // environment variable that names the file
  bool is_cuda;          // also looked for below CUDA_PATH, CUDA_HOME and /usr/local/cuda
  const char* install;   // what to install where it is missing
  const char* use;       // what cannot be done without it
};
// ptxas, nvdisasm, cuobjdump, ocloc, iga64, llvm-objdump, llvm-dis, spirv-dis, diff, git, python, c++
const std::vector<ToolInfo>& known_tools();

// Paths that `--tool NAME=PATH` gave, by name.
using ToolPaths = std::map<std::string, std::string>;
Result<ToolPaths> parse_tool_paths(const std::vector<std::string>& texts);

// The absolute path of a known tool. The first of these that there is: `given`; its environment variable;
// $CUDA_PATH/bin and $CUDA_HOME/bin; the folders of CMake's CLC_TOOL_FOLDERS; PATH; the standard places. Where the
// first two name something that cannot be run, that is the error: k_unavailable, as when there is none.
Result<std::string> find_tool(std::string_view name, const ToolPaths& given = {});

// Returns what a tool prints with --version, as one line; k_crash when it cannot be run.
Result<std::string> tool_version(const std::string& path);

// The help text of --tool.
inline constexpr const char* k_tool_option_help =
    "where a tool is, for instance ptxas=/opt/cuda/bin/ptxas (see docs/tools.md); can be repeated";

}  // namespace clc
