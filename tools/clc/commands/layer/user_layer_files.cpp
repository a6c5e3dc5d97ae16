#include "commands/layer/user_layer_files.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "base/environment_variable.h"
#include "base/json_writer.h"
#include "base/printable.h"

namespace clc {
namespace {

// Returns a folder of the XDG base directory specification, in which relative paths do not count.
std::string base_folder(const char* variable, const std::string& home, const char* otherwise) {
  std::string folder = environment_variable(variable);
  if (folder.starts_with("/")) return folder;
  return home.empty() ? "" : home + otherwise;
}

std::string decimal(double number, const char* unit) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %s", number, unit);
  return text.data();
}

std::string padded(std::string text, std::size_t columns) {
  if (text.size() < columns) text.resize(columns, ' ');
  return text + "  ";
}

}  // namespace

Result<UserLayerPlaces> user_layer_places() {
  const std::string home = environment_variable("HOME");
  const std::string settings = base_folder("XDG_CONFIG_HOME", home, "/.config");
  const std::string states = base_folder("XDG_STATE_HOME", home, "/.local/state");
  if (settings.empty() || states.empty() || settings.front() != '/' || states.front() != '/') {
    return fail(ErrorKind::k_usage,
                "there is no folder for your settings: set HOME, or XDG_CONFIG_HOME and XDG_STATE_HOME");
  }
  return UserLayerPlaces{settings + "/environment.d/60-clc-layer.conf", states + "/clc/layer"};
}

std::string environment_lines(const std::string& layer, const std::string& folder) {
  return "# Made by `clc layer on`, and removed by `clc layer off`.\n"
         "OPENCL_LAYERS=\"" +
         layer + "${OPENCL_LAYERS:+:$OPENCL_LAYERS}\"\nCLC_LAYER_USER=\"" + folder + "\"\n";
}

std::string uses_text(const std::vector<layer::ProgramUse>& uses) {
  if (uses.empty()) return "";
  std::size_t columns = std::string_view("program").size();
  for (const layer::ProgramUse& use : uses) columns = std::max(columns, use.program.size());
  std::string text = padded("program", columns) + "  starts    hits  misses      saved   in cache\n";
  for (const layer::ProgramUse& use : uses) {
    std::array<char, 96> numbers{};
    std::snprintf(numbers.data(), numbers.size(), "%8llu%8llu%8llu%11s%11s\n",
                  static_cast<unsigned long long>(use.processes), static_cast<unsigned long long>(use.hits),
                  static_cast<unsigned long long>(use.misses),
                  decimal(static_cast<double>(use.nanoseconds_saved) / 1e9, "s").c_str(),
                  decimal(static_cast<double>(use.bytes) / 1e6, "MB").c_str());
    text += padded(printable(use.program), columns) + numbers.data();
  }
  return text;
}

void add_uses(JsonWriter& json, const std::vector<layer::ProgramUse>& uses) {
  json.objects(uses, [&](const layer::ProgramUse& use) {
    json.put("program", use.program, "starts", use.processes, "hits", use.hits, "misses", use.misses);
    json.put("nanoseconds_saved", use.nanoseconds_saved, "bytes", use.bytes);
  });
}

}  // namespace clc
