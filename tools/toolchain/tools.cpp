#include "toolchain/tools.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/platform/paths.h"
#include "base/platform/run_compiler.h"
#include "base/text.h"
#include "base/try.h"
#include "toolchain/helpers.h"
#include "toolchain/run_process.h"

namespace clc {
namespace {

constexpr std::chrono::seconds k_version_limit{20};

constexpr const char* k_install_cuda =
    "install NVIDIA's CUDA toolkit (cuda-toolkit-13-0 of NVIDIA's package repository, or nvidia-cuda-toolkit of "
    "Debian's non-free)";

constexpr const char* k_install_nvdisasm =
    "install NVIDIA's CUDA toolkit, or nvidia-cuda-nvdisasm of PyPI, which holds it";
constexpr const char* k_install_cuobjdump =
    "install NVIDIA's CUDA toolkit, or nvidia-cuda-cuobjdump of PyPI, which holds it";

// An empty entry of PATH means the current folder; running a program from there would be a surprise.
void add_list(const std::string& list, std::vector<std::string>& folders) {
  for (const std::string_view one : split(list, platform::k_between_paths)) {
    if (!one.empty()) folders.emplace_back(one);
  }
}

// The folder into which script/setup puts NVIDIA's disassemblers, for a clc that runs from a build folder beside it;
// else empty.
std::string folder_of_setup() {
  const std::filesystem::path self = platform::to_path(own_path());
  const std::filesystem::path build = self.parent_path().parent_path();
  std::error_code error;
  if (!std::filesystem::exists(build / "CMakeCache.txt", error)) return "";
  return platform::to_text(build.parent_path() / "cuda-tools" / "bin");
}

std::vector<std::string> folders_for(const ToolInfo& tool) {
  std::vector<std::string> folders;
  if (tool.is_cuda) {
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
      if (const std::string root = environment_variable(variable); !root.empty())
        folders.push_back(join_path(root, "bin"));
    }
  }
  add_list(CLC_TOOL_FOLDERS, folders);
  add_list(environment_variable("PATH"), folders);
  if (tool.is_cuda) {
    folders.insert(folders.end(), {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/nvidia-cuda-toolkit/bin"});
    if (std::string folder = folder_of_setup(); !folder.empty()) folders.push_back(std::move(folder));
  }
  folders.insert(folders.end(), {"/usr/lib/llvm-22/bin", "/usr/local/bin", "/usr/bin"});
  std::set<std::string> seen;
  std::erase_if(folders, [&](const std::string& folder) { return !seen.insert(folder).second; });
  return folders;
}

std::string absolute(const std::string& path) {
  return platform::to_text(std::filesystem::absolute(platform::to_path(path)));
}

// A path that the user gave must lead to a program.
Result<std::string> named(const std::string& path, const std::string& by) {
  if (platform::is_program(path)) return absolute(path);
  return fail(ErrorKind::k_unavailable, by + "=" + path + ": there is no such program; name the executable file");
}

}  // namespace

const std::vector<ToolInfo>& known_tools() {
  static const std::vector<ToolInfo> k_tools = {
      {"ptxas", "ptxas", "CLC_PTXAS", true, k_install_cuda,
       "machine code for NVIDIA (cubin:), and registers and occupancy there"},
      {"nvdisasm", "nvdisasm", "CLC_NVDISASM", true, k_install_nvdisasm, "NVIDIA's machine code as text"},
      {"cuobjdump", "cuobjdump", "CLC_CUOBJDUMP", true, k_install_cuobjdump,
       "NVIDIA's machine code as text, where nvdisasm is missing, too"},
      {"ocloc", "ocloc", "CLC_OCLOC", false, "install intel-opencl-icd (Debian), which holds it",
       "machine code for Intel GPUs (intel:)"},
      {"iga64", "iga64", "CLC_IGA64", false, "install libigc-tools (Debian), which holds it",
       "Intel's machine code as text"},
      {"llvm-objdump", "llvm-objdump-22", "CLC_LLVM_OBJDUMP", false, "install llvm-22 (Debian), which holds it",
       "AMD's and PoCL's machine code as text"},
      {"llvm-dis", "llvm-dis-22", "CLC_LLVM_DIS", false, "install llvm-22 (Debian), which holds it", "LLVM IR as text"},
      {"spirv-dis", "spirv-dis", "CLC_SPIRV_DIS", false, "install spirv-tools (Debian), which holds it",
       "SPIR-V as text"},
      {"diff", "diff", "CLC_DIFF", false, "install diffutils (Debian), which holds it", "`clc diff --isa`"},
      {"git", "git", "CLC_GIT", false, "install git (Debian)", "comparison with the last commit in `clc serve`"},
      {"python", "python3", "CLC_PYTHON", false, "install python3 (Debian)", "Python functions in `clc test`"},
      {"c++", "c++", "CLC_CXX", false, "install g++ (Debian)", "C++ functions in `clc test`"},
  };
  return k_tools;
}

Result<ToolPaths> parse_tool_paths(const std::vector<std::string>& texts) {
  ToolPaths paths;
  std::vector<std::string> names;
  for (const ToolInfo& tool : known_tools()) names.push_back(tool.name);
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals + 1 == text.size())
      return fail(ErrorKind::k_usage, "--tool " + text + ": write NAME=PATH, for instance ptxas=/opt/cuda/bin/ptxas");
    const std::string name = text.substr(0, equals);
    if (std::ranges::find(names, name) == names.end()) {
      return fail(ErrorKind::k_usage,
                  "--tool " + text + ": '" + name + "' is none of " + join(names, ", ") + suggestion(name, names));
    }
    paths[name] = text.substr(equals + 1);
  }
  return paths;
}

Result<std::string> find_tool(std::string_view name, const ToolPaths& given) {
  const auto& tools = known_tools();
  const auto tool = std::ranges::find_if(tools, [&](const ToolInfo& info) { return name == info.name; });
  if (tool == tools.end()) return fail(ErrorKind::k_usage, "there is no tool '" + std::string(name) + "'");
  if (const auto at = given.find(tool->name); at != given.end())
    return named(at->second, std::string("--tool ") + tool->name);
  if (const std::string path = environment_variable(tool->variable); !path.empty()) return named(path, tool->variable);
  const std::vector<std::string> folders = folders_for(*tool);
  for (const std::string& folder : folders) {
    const std::string path = join_path(folder, std::string(tool->program) + platform::k_end_of_programs);
    if (platform::is_program(path)) return absolute(path);
  }
  return fail(ErrorKind::k_unavailable, std::string(tool->program) + " is missing: " + tool->install +
                                            ", or name it with --tool " + tool->name + "=PATH or " + tool->variable +
                                            "; looked for in " + join(folders, ", "));
}

Result<std::string> tool_version(const std::string& path) {
  const Finished finished = CLC_TRY(run_process({{path, "--version"}, ""}, "", k_version_limit));
  if (finished.timed_out) return fail(ErrorKind::k_crash, path + " --version did not end within 20 s");
  if (!finished.ending.clean()) return fail(ErrorKind::k_crash, path + " --version " + finished.ending.describe());
  std::string line;
  for (const char c : finished.output) line += c == '\n' || c == '\r' ? ' ' : c;
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace clc
