#include "support/environment_help.h"

namespace clc {
namespace {

struct Variable {
  Reads group;
  const char* name;
  const char* text;
};

constexpr Variable k_variables[] = {
    {Reads::k_options, "CLC_OPTIONS", "build options for calls that give none"},
    {Reads::k_options, "CLC_OPTIONS_APPEND", "build options that are always added"},
    {Reads::k_options, "CLC_DUMP_DIR", "a default for --dump-dir"},
    {Reads::k_options, "GPU_DUMP_DEVICE_KERNEL", "1: write IL, 2: ISA of every kernel to the current folder, 3: both"},
    {Reads::k_options, "SOURCE_DATE_EPOCH", "seconds since 1970 that __DATE__ and __TIME__ show"},
    {Reads::k_cache, "CLC_CACHE", "0: no cache"},
    {Reads::k_cache, "CLC_CACHE_DIR", "the cache's folder (default: $XDG_CACHE_HOME/clc or ~/.cache/clc)"},
    {Reads::k_cache, "CLC_CACHE_MAX_SIZE", "how large it may become, like 500M (default: 5G)"},
    {Reads::k_cache, "CLC_REMOTE", "servers behind the cache"},
    {Reads::k_helpers, "CLC_LIBEXEC_DIR", "the folder of clc-worker and clc-driver"},
    {Reads::k_layer, "OPENCL_LAYERS", "other layers, which are kept"},
    {Reads::k_layer, "CLC_LAYER_CACHE", "0: the layer keeps nothing and finds nothing in the cache"},
    {Reads::k_layer, "CLC_LAYER_LOG", "stderr, or a file: what the layer does"},
    {Reads::k_tools, "CLC_PTXAS, CLC_NVDISASM, …", "where a tool is, as --tool NAME=PATH"},
    {Reads::k_tools, "CUDA_PATH, CUDA_HOME", "where NVIDIA's toolkit is"},
    {Reads::k_tools, "TMPDIR", "where private folders of tools are made (default: /tmp)"},
};

std::string line_of(std::string name, const std::string& text) {
  const std::size_t columns = name.find("…") == name.npos ? 27 : 29;
  if (name.size() < columns) name.resize(columns, ' ');
  return "  " + name + " " + text + "\n";
}

}  // namespace

std::string environment_help(std::initializer_list<Reads> groups) {
  std::string text = "\nEnvironment:\n";
  for (const Reads group : groups) {
    for (const Variable& variable : k_variables) {
      if (variable.group == group) text += line_of(variable.name, variable.text);
    }
  }
  return text;
}

std::string color_help() {
  return "Environment:\n" + line_of("NO_COLOR", "not empty: no colours") +
         line_of("CLICOLOR_FORCE", "not empty and not 0: colours also where no terminal is");
}

}  // namespace clc
