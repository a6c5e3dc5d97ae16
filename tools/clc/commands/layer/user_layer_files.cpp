#include "commands/layer/user_layer_files.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/environment_variable.h"
#include "base/json_writer.h"
#include "base/platform/machine.h"
#include "base/platform/paths.h"
#include "base/printable.h"

namespace clc {
namespace {

// Returns a folder of the XDG base directory specification, in which relative paths do not count.
std::string base_folder(const char* variable, const platform::UsualFolder& otherwise) {
  const auto folder_in = [](const char* name) {
    return platform::to_text(platform::to_path(environment_variable(name)));
  };
  if (std::string folder = folder_in(variable); platform::is_absolute(folder)) return folder;
  const std::string home = folder_in(otherwise.variable);
  return home.empty() ? "" : home + otherwise.folder;
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
  const std::string settings = base_folder("XDG_CONFIG_HOME", platform::k_usual_settings);
  const std::string states = base_folder("XDG_STATE_HOME", platform::k_usual_states);
  if (platform::is_absolute(settings) && platform::is_absolute(states))
    return UserLayerPlaces{settings + "/environment.d/60-clc-layer.conf", states + "/clc/layer"};
  const std::string variable = platform::k_usual_settings.variable;
  return fail(ErrorKind::k_usage,
              "there is no folder for your settings: set " + variable + ", or XDG_CONFIG_HOME and XDG_STATE_HOME");
}

void remove_empty_folders(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path home = platform::to_path(environment_variable(platform::k_usual_states.variable));
  std::filesystem::path at = platform::to_path(folder);
  while (at.has_relative_path() && at != home && std::filesystem::is_empty(at, error) &&
         std::filesystem::remove(at, error))
    at = at.parent_path();
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
