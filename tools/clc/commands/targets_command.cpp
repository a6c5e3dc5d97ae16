// clc targets: lists the targets, and what is missing on this machine.
#include <algorithm>

#include "clc/internal/json_writer.h"
#include "clc/package/target.h"
#include "commands/command.h"
#include "support/command_line.h"
#include "support/environment_help.h"
#include "support/standard_streams.h"
#include "support/text.h"
#include "toolchain/availability.h"

namespace clc {
namespace {

// Known architectures that cannot be compiled for here, because the tool does not know them.
std::vector<std::string> absent_archs(const FamilyInfo& family, const Availability& available) {
  std::vector<std::string> absent;
  for (const std::string& arch : family.archs) {
    const bool is_there = std::find(available.archs.begin(), available.archs.end(), arch) != available.archs.end();
    if (available.yes && !is_there) absent.push_back(arch);
  }
  return absent;
}

// A feature that can follow a target's name after a comma, and the architectures that have it.
struct Feature {
  std::string name;
  std::vector<std::string> archs;
};
std::vector<Feature> features_of(const FamilyInfo& family) {
  if (family.family != Family::k_amdgcn) return {};
  std::vector<Feature> features = {{"sramecc", {}}, {"xnack", {}}};
  for (Feature& feature : features) {
    for (const std::string& arch : family.archs) {
      const bool has_choice =
          parse_target(std::string(family.name) + ":" + arch + "," + feature.name + "+").has_value();
      if (has_choice) feature.archs.push_back(arch);
    }
  }
  return features;
}

std::string as_text(const ToolPaths& tools) {
  std::string text;
  for (const FamilyInfo& family : target_families()) {
    const Availability available = availability(family, tools);
    const std::vector<std::string>& archs = available.yes ? available.archs : family.archs;
    const std::vector<std::string> absent = absent_archs(family, available);
    text += std::string(family.name) + "  " + family.summary + "\n";
    if (!archs.empty()) text += "  arch: " + join(archs, " ") + "\n";
    if (!absent.empty()) text += "  not with this tool: " + join(absent, " ") + "\n";
    if (!family.default_arch.empty()) text += "  default: " + family.default_arch + "\n";
    for (const Feature& feature : features_of(family)) {
      text += "  " + feature.name + "+ or " + feature.name + "-: " + join(feature.archs, " ") + "\n";
    }
    for (const std::string& device : available.devices) text += "  device: " + device + "\n";
    const std::string tool = available.tool.empty() ? "" : " (" + available.tool + ")";
    text += available.yes ? "  available" + tool + "\n" : "  not available: " + available.reason + "\n";
  }
  return text + "all-available  " + join(all_available(tools), " ") + "\n";
}

std::string as_json(const ToolPaths& tools) {
  JsonWriter json(2);
  json.begin_object().key("families").begin_array();
  for (const FamilyInfo& family : target_families()) {
    const Availability available = availability(family, tools);
    json.begin_object().key("name").value(family.name).key("format").value(family.format);
    json.key("summary").value(family.summary).key("archs").values(family.archs);
    json.key("default_arch").value(family.default_arch).key("available").value(available.yes);
    json.key("features").begin_array();
    for (const Feature& feature : features_of(family)) {
      json.begin_object().key("name").value(feature.name).key("archs").values(feature.archs).end_object();
    }
    json.end_array();
    json.key("available_archs").values(available.archs).key("tool").value(available.tool);
    json.key("reason").value(available.reason).key("devices").values(available.devices).end_object();
  }
  json.end_array().key("all_available").values(all_available(tools));
  return json.end_object().text() + "\n";
}

Result<int> check_targets(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!is_all_available(name)) {
      const Result<Target> target = parse_target(name);
      if (!target) return fail(target);
      text += target->name() + "\n";
    }
  }
  if (Result<void> printed = print(text); !printed) return fail(printed);
  return 0;
}

}  // namespace

Result<int> targets_command(const std::vector<std::string>& arguments, Sink&) {
  bool json = false;
  std::vector<std::string> checked;
  CLI::App app("Lists the targets: their formats, the known architectures, and what is missing here.", "clc targets");
  add_format_option(app, json);
  app.add_option("--check", checked, "print the full names of these instead; exit 4 for one that is unknown")
      ->type_name("TARGET");
  std::vector<std::string> tool_texts;
  app.add_option("--tool", tool_texts, k_tool_option_help)->allow_extra_args(false)->type_name("NAME=PATH");
  app.footer("Example:\n  clc targets --format json\n" + environment_help({Reads::k_tools, Reads::k_helpers}));
  const Result<bool> parsed = parse_command_line(app, arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (!checked.empty()) return check_targets(checked);
  const Result<ToolPaths> tools = parse_tool_paths(tool_texts);
  if (!tools) return fail(tools);
  if (Result<void> printed = print(json ? as_json(*tools) : as_text(*tools)); !printed) {
    return fail(printed);
  }
  return 0;
}

}  // namespace clc
