// clc targets: lists the targets, and what is missing on this machine.
#include <algorithm>
#include <cctype>
#include <optional>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "clc/package/target.h"
#include "commands/commands.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "toolchain/availability.h"
#include "toolchain/installed_devices.h"
#include "toolchain/tools.h"

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

std::vector<std::string> names_of(const std::vector<Target>& targets) {
  std::vector<std::string> names;
  for (const Target& target : targets) names.push_back(target.name());
  return names;
}

// Quotes a target as a shell takes it.
std::string in_quotes(const std::string& target) {
  return target.find_first_of(" ()'&;") == std::string::npos ? target : "'" + target + "'";
}

std::string devices_as_text(const std::vector<ListedDevice>& devices) {
  std::string text;
  for (const ListedDevice& device : devices) {
    text += describe(device) + "\n";
    text += "  targets:";
    for (const Target& target : targets_for(device)) text += " " + in_quotes(target.name());
    text += "\n";
    text += "  version: " + device.device_version + ", " + device.opencl_c_version + "\n";
    text += "  IL: " + (device.il_version.empty() ? "none" : device.il_version) + "\n";
    if (device.compute_capability != 0) {
      text += "  compute capability: " + std::to_string(device.compute_capability / 10) + "." +
              std::to_string(device.compute_capability % 10) + "\n";
    }
    if (!device.spirv_extensions.empty()) text += "  SPIR-V extensions: " + join(device.spirv_extensions, " ") + "\n";
    text += "  extensions: " + join(device.extensions, " ") + "\n";
    if (!device.features.empty()) text += "  features: " + join(device.features, " ") + "\n";
  }
  return text;
}

std::string devices_as_json(const std::vector<ListedDevice>& devices) {
  JsonWriter json(2);
  json.begin_object().key("devices").begin_array();
  for (const ListedDevice& device : devices) {
    json.begin_object().key("device").value(device.device).key("platform").value(device.platform);
    json.key("kind").value(device.kind).key("targets").values(names_of(targets_for(device)));
    json.key("device_version").value(device.device_version).key("driver_version").value(device.driver_version);
    json.key("opencl_c_version").value(device.opencl_c_version).key("il_version").value(device.il_version);
    json.key("address_bits").value(device.address_bits).key("compute_capability").value(device.compute_capability);
    json.key("extensions").values(device.extensions).key("features").values(device.features);
    json.key("spirv_extensions").values(device.spirv_extensions).key("spirv_capabilities").begin_array();
    for (const std::uint64_t capability : device.spirv_capabilities) json.value(capability);
    json.end_array().end_object();
  }
  return json.end_array().end_object().text() + "\n";
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
  const CommandLine line("Lists the targets: their formats, the known architectures, and what is missing here.",
                         "clc targets");
  add_format_option(line, json);
  line.add("--check TARGET", checked, "print the full names of these instead; exit 4 for one that is unknown");
  std::vector<std::string> tool_texts;
  line.add("--tool NAME=PATH", tool_texts, k_tool_option_help).one_value_each();
  std::optional<std::string> device;
  line.add("--device NAME", device,
           "lists the OpenCL devices of this machine instead, and the targets for each;\n"
           "with NAME only those whose device or platform name contains it")
      .value_may_be_missing();
  line.footer("Examples:\n  clc targets --format json\n  clc targets --device\n" +
              environment_help({Reads::k_tools, Reads::k_helpers}));
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return fail(parsed);
  if (!*parsed) return 0;
  if (!checked.empty()) return check_targets(checked);
  const Result<ToolPaths> tools = parse_tool_paths(tool_texts);
  if (!tools) return fail(tools);
  std::string text;
  if (device) {
    const Result<std::vector<ListedDevice>> devices = installed_devices();
    if (!devices) return fail(devices);
    const Result<std::vector<std::size_t>> wanted = devices_like(*devices, *device);
    if (!wanted) return fail(wanted);
    std::vector<ListedDevice> shown;
    for (const std::size_t index : *wanted) shown.push_back((*devices)[index]);
    text = json ? devices_as_json(shown) : devices_as_text(shown);
  } else {
    text = json ? as_json(*tools) : as_text(*tools);
  }
  if (Result<void> printed = print_shown(text); !printed) return fail(printed);
  return 0;
}

}  // namespace clc
