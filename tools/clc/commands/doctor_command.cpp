// clc doctor: says what of drivers, compiler, tools, cache, layer and emulated GPUs is here, what is missing, and what
// that costs.
#include <vector>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/cache/admin.h"
#include "clc/package/target.h"
#include "commands/commands.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "toolchain/ask_worker.h"
#include "toolchain/availability.h"
#include "toolchain/installed_devices.h"
#include "toolchain/opencl_layer.h"
#include "toolchain/tools.h"

namespace clc {
namespace {

// Something that was looked for.
struct Part {
  const char* area;
  std::string name;
  bool is_here = false;
  std::string text;       // what was found, or why it is missing and what to do
  std::string cost = {};  // what cannot be done without it
};

std::vector<Part> drivers() {
  const Result<std::vector<ListedDevice>> devices = installed_devices();
  const char* const cost = "kernels run nowhere here, and there are no driver: targets";
  if (!devices) return {{"drivers", "OpenCL", false, devices.error().message, cost}};
  std::vector<Part> parts;
  for (const ListedDevice& device : *devices) parts.push_back({"drivers", describe(device), true, {}});
  if (parts.empty())
    parts.push_back({"drivers", "OpenCL", false, "no driver is installed: pocl-opencl-icd (Debian) is one", cost});
  return parts;
}

constexpr const char* k_no_compiler = "there is no compiler";

Part examined_compiler() {
  const Result<FoundCompiler> found = find_compiler();
  if (!found) return {"compiler", "compiler", false, found.error().message, "nothing is compiled"};
  return {"compiler", "compiler", true, found->name + (found->is_farm ? ", which answers" : "")};
}

std::vector<Part> targets() {
  const bool has_compiler = find_compiler().has_value();
  std::vector<Part> parts;
  for (const FamilyInfo& family : target_families()) {
    const Availability available = availability(family, {});
    const std::string name(family.name);
    parts.push_back({"targets", name, available.yes,
                     available.yes  ? available.tool
                     : has_compiler ? available.reason
                                    : k_no_compiler,
                     available.yes ? "" : name + ": targets cannot be compiled for: " + family.summary});
  }
  return parts;
}

std::vector<Part> tools() {
  std::vector<Part> parts;
  for (const ToolInfo& tool : known_tools()) {
    const Result<std::string> path = find_tool(tool.name);
    parts.push_back({"tools", tool.name, path.has_value(), path ? *path : tool.install, path ? "" : tool.use});
  }
  return parts;
}

Part examined_cache() {
  const Result<cache::Settings> settings = cache::settings_from_environment();
  const char* const cost = "each call compiles everything again";
  if (!settings) return {"cache", "cache", false, settings.error().message, cost};
  if (!settings->is_enabled) return {"cache", "cache", false, "CLC_CACHE turns it off", cost};
  if (settings->folder.empty()) return {"cache", "cache", false, "set CLC_CACHE_DIR, XDG_CACHE_HOME or HOME", cost};
  const cache::Stats stats = cache::stats(*settings);
  if (!stats.trouble.empty()) return {"cache", "cache", false, stats.trouble, cost};
  return {"cache", "cache", true, settings->folder + ", " + std::to_string(stats.entries.files) + " entries"};
}

Part examined_layer() {
  const char* const cost = "programs of others cannot be recorded or served";
  const Result<std::string> path = find_opencl_layer();
  if (!path) return {"layer", "layer", false, path.error().message, cost};
  return {"layer", "layer", true, *path + "; `clc layer status` says for which programs it is on"};
}

Part examined_emulator() {
  const char* const cost = "`clc emulate` runs nothing: no program can be tried on AMD GPUs that are not here";
  const Result<std::string> path = find_emulator();
  if (!path) return {"emulator", "emulator", false, path.error().message, cost};
  return {"emulator", "emulator", true, *path + "; `clc emulate --list` says which GPUs it has"};
}

std::string as_text(const std::vector<Part>& parts) {
  std::string text, area;
  for (const Part& part : parts) {
    if (area != part.area) text += (text.empty() ? "" : "\n") + std::string(part.area) + "\n";
    area = part.area;
    const bool names_itself = part.name == area;
    text += std::string(part.is_here ? "  here     " : "  missing  ") + (names_itself ? "" : part.name) +
            (names_itself || part.text.empty() ? "" : "  ") + part.text + "\n";
    if (!part.cost.empty()) text += "           without it: " + part.cost + "\n";
  }
  return text;
}

std::string as_json(const std::vector<Part>& parts) {
  JsonWriter json(2);
  json.begin_object().put("version", CLC_VERSION).key("parts").objects(parts, [&](const Part& part) {
    json.put("area", part.area, "name", part.name, "here", part.is_here, "text", part.text, "cost", part.cost);
  });
  return json.end_object().text() + "\n";
}

}  // namespace

Result<int> doctor_command(const std::vector<std::string>& arguments, Sink&) {
  bool json = false;
  const CommandLine line(
      "Says which drivers, compiler, targets, tools, cache, layer and emulated GPUs are here, what is missing, and "
      "what cannot "
      "be\n"
      "done without it. What is missing is no error.",
      "clc doctor");
  add_format_option(line, json);
  line.footer("Example:\n  clc doctor\n" + environment_help({Reads::k_tools, Reads::k_cache, Reads::k_helpers}));
  if (!CLC_TRY(line.parse(arguments))) return 0;
  std::vector<Part> parts = drivers();
  parts.push_back(examined_compiler());
  for (const std::vector<Part>& more : {targets(), tools()}) parts.insert(parts.end(), more.begin(), more.end());
  parts.push_back(examined_cache());
  parts.push_back(examined_layer());
  parts.push_back(examined_emulator());
  return code_after(print_shown(json ? as_json(parts) : as_text(parts)));
}

}  // namespace clc
