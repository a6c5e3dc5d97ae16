#include "base/environment_help.h"

#include <algorithm>
#include <string_view>

namespace clc {
namespace {

struct Variable {
  Reads group;
  std::string_view name;
  const char* text;
};

// Every variable is listed here, and in docs/commands.md; the test `house` holds both against the code.
constexpr Variable k_variables[] = {
    {Reads::k_options, "CLC_OPTIONS", "build options for calls that give none"},
    {Reads::k_options, "CLC_OPTIONS_APPEND", "build options that are always added"},
    {Reads::k_options, "CLC_DUMP_DIR", "a default for --dump-dir"},
    {Reads::k_options, "GPU_DUMP_DEVICE_KERNEL", "1: write IL, 2: ISA of every kernel to the current folder, 3: both"},
    {Reads::k_options, "SOURCE_DATE_EPOCH", "seconds since 1970 that __DATE__ and __TIME__ show"},
    {Reads::k_package, "CLC_PACKAGE", "a package for calls without --package"},
    {Reads::k_package, "CLC_COVERAGE_DIR", "the folder for counts of kernels made with --coverage"},
    {Reads::k_cache, "CLC_CACHE", "0, off, no or false: no cache"},
    {Reads::k_cache, "CLC_CACHE_DIR", "the cache's folder (default: $XDG_CACHE_HOME/clc or ~/.cache/clc)"},
    {Reads::k_cache, "CLC_CACHE_MAX_SIZE", "how large it may become, like 500M or 1.5GB (default: 5G)"},
    {Reads::k_cache, "CLC_CACHE_GROUP", "the group that shares the cache, for a folder of several users"},
    {Reads::k_cache, "CLC_REMOTE", "servers behind the cache"},
    {Reads::k_cache, "CLC_REMOTE_TOKEN", "the token for HTTP servers that want one"},
    {Reads::k_cache, "CLC_REMOTE_PASSWORD", "the password for servers that want one"},
    {Reads::k_helpers, "CLC_REMOTE_EXECUTION", "a build farm that compiles"},
    {Reads::k_helpers, "CLC_LIBEXEC_DIR", "the folder of clc-worker and clc-driver"},
    {Reads::k_conformance, "CLC_OFFLINE_TARGET", "the target where the device is not on this machine"},
    {Reads::k_layer, "OPENCL_LAYERS", "other layers, which are kept"},
    {Reads::k_layer, "CLC_PACKAGE", "the packages that programs are served from, separated by ':'"},
    {Reads::k_layer, "CLC_PACKAGE_KEY", "a public key that must have signed them"},
    {Reads::k_layer, "CLC_LAYER_CACHE", "0: the layer keeps nothing and finds nothing in the cache"},
    {Reads::k_layer, "CLC_LAYER_ON_MISS",
     "driver, compile, cache or fail: what becomes of a program that no package has"},
    {Reads::k_layer, "CLC_LAYER_KEEP",
     "now (default): the application ends when all programs are in the cache; behind: a process may stay for that"},
    {Reads::k_layer, "CLC_LAYER_SANITIZE", "checks that clc puts into all programs, as clc compile --sanitize"},
    {Reads::k_layer, "CLC_LAYER_ON_FAULT", "continue or stop: what becomes of a program whose kernels have faults"},
    {Reads::k_layer, "CLC_LAYER_COMPILER", "the clc for compile"},
    {Reads::k_layer, "CLC_LAYER_RECORD", "the folder of a recording"},
    {Reads::k_layer, "CLC_LAYER_TIMES", "1: the recording has the times of kernels, too"},
    {Reads::k_layer, "CLC_LAYER_CAPTURE", "the file of a captured launch, as `clc capture` sets it"},
    {Reads::k_layer, "CLC_LAYER_CAPTURE_LAUNCH", "which launch: its number, and the kernel's name"},
    {Reads::k_layer, "CLC_LAYER_SUMMARY", "the folder for summaries of what was served"},
    {Reads::k_layer, "CLC_LAYER_USER", "the folder of `clc layer`, which sets it"},
    {Reads::k_layer, "CLC_LAYER_LOG", "stderr, or a file: what the layer does"},
    {Reads::k_emulator, "CLC_EMULATOR_CHIP", "the GPUs that programs see, separated by ',', as --chip"},
    {Reads::k_emulator, "CLC_EMULATOR_ACCELERATOR", "1: the devices say that they are accelerators, no GPUs"},
    {Reads::k_emulator, "CLC_EMULATOR_LOCAL_BYTES", "less local memory than the chip has"},
    {Reads::k_emulator, "CLC_EMULATOR_SEED", "the order of waves and what memory shows when, as --seed"},
    {Reads::k_emulator, "CLC_EMULATOR_CHECK", "more kinds that are looked for, as --check"},
    {Reads::k_emulator, "CLC_EMULATOR_FAIL_ON", "the kinds of findings that count, as --fail-on"},
    {Reads::k_emulator, "CLC_EMULATOR_REPORT", "a file that gets a line of JSON for each finding"},
    {Reads::k_emulator, "CLC_DRIVER_CLC",
     "the clc that compiles for them, and over CUDA (default: the one beside them)"},
    {Reads::k_emulator, "CLC_EMULATOR_COUNTERS", "a file that gets a line of JSON for each launch"},
    {Reads::k_emulator, "CLC_EMULATOR_LIMIT", "the most instructions of a launch (default: 2000000000)"},
    {Reads::k_emulator, "CLC_EMULATOR_THREADS", "the most threads of a launch (default: one for each processor)"},
    {Reads::k_emulator, "CLC_EMULATOR_PATCH", "changes of machine code, for tests of tests"},
    {Reads::k_emulator, "CLC_EMULATOR_SYMBOLIZER", "the llvm-symbolizer, which knows source lines"},
    {Reads::k_python, "CLC_PREFIX", "the folder where clc is installed, for Python's clc_opencl"},
    {Reads::k_tools, "CLC_PTXAS, CLC_OCLOC, …", "the path of a tool, as --tool NAME=PATH (`clc help environment`)"},
    {Reads::k_tools, "CUDA_PATH, CUDA_HOME", "the folder of NVIDIA's toolkit"},
    {Reads::k_tools, "TMPDIR", "the folder for private folders of tools (default: /tmp)"},
};

// The variables of single tools, which only the whole list shows.
constexpr const char* k_tool_variables[] = {
    "CLC_PTXAS",    "CLC_NVDISASM",  "CLC_CUOBJDUMP", "CLC_OCLOC", "CLC_IGA64",  "CLC_LLVM_OBJDUMP",
    "CLC_LLVM_DIS", "CLC_SPIRV_DIS", "CLC_DIFF",      "CLC_GIT",   "CLC_PYTHON", "CLC_CXX",
};

std::string line_of(std::string name, const std::string& text) {
  const std::size_t columns = name.find("…") == name.npos ? 27 : 29;  // three bytes that take one column
  if (name.size() < columns) name.resize(columns, ' ');
  return "  " + name + " " + text + "\n";
}

const Variable* first_of_name(std::string_view name) {
  return std::ranges::find(k_variables, name, &Variable::name);
}

// The texts of all who read a variable.
std::string texts_of(std::string_view name) {
  std::string texts;
  for (const Variable& variable : k_variables) {
    if (variable.name == name) texts += (texts.empty() ? "" : "; the layer: ") + std::string(variable.text);
  }
  return texts;
}

std::string color_lines() {
  return line_of("NO_COLOR", "not empty: no colours") +
         line_of("CLICOLOR_FORCE", "not empty and not 0: colours also where no terminal is");
}

}  // namespace

std::string environment_help(std::initializer_list<Reads> groups) {
  std::string text = "\nEnvironment:\n";
  for (const Reads group : groups) {
    for (const Variable& variable : k_variables) {
      if (variable.group == group) text += line_of(std::string(variable.name), variable.text);
    }
  }
  return text;
}

std::string color_help() {
  return "Environment:\n" + color_lines();
}

std::string whole_environment_help() {
  std::string text = "Environment:\n" + color_lines();
  for (const Variable& variable : k_variables) {
    if (&variable == first_of_name(variable.name)) text += line_of(std::string(variable.name), texts_of(variable.name));
  }
  for (const char* tool : k_tool_variables) text += line_of(tool, "the path of that tool");
  return text;
}

}  // namespace clc
