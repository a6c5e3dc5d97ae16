// clc targets: lists the targets, and what is missing on this machine.
#include <algorithm>
#include <optional>
#include <ranges>

#include "base/environment_help.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/package/matrix_units.h"
#include "clc/package/target.h"
#include "commands/commands.h"
#include "support/command_line.h"
#include "support/shell_word.h"
#include "support/standard_streams.h"
#include "toolchain/ask_driver.h"
#include "toolchain/availability.h"
#include "toolchain/helpers.h"
#include "toolchain/installed_devices.h"
#include "toolchain/tools.h"

namespace clc {
namespace {

// Known architectures that cannot be compiled for here, because the tool does not know them.
std::vector<std::string> absent_archs(const FamilyInfo& family, const Availability& available) {
  if (!available.yes) return {};
  std::vector<std::string> absent = family.archs;
  std::erase_if(absent, [&](const std::string& arch) {
    return std::ranges::find(available.archs, arch) != available.archs.end();
  });
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
      if (parse_target(std::string(family.name) + ":" + arch + "," + feature.name + "+")) feature.archs.push_back(arch);
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
    for (const Feature& feature : features_of(family))
      text += "  " + feature.name + "+ or " + feature.name + "-: " + join(feature.archs, " ") + "\n";
    for (const std::string& device : available.devices) text += "  device: " + device + "\n";
    const std::string tool = available.tool.empty() ? "" : " (" + available.tool + ")";
    text += available.yes ? "  available" + tool + "\n" : "  not available: " + available.reason + "\n";
  }
  for (const char* several : {"all-available", "all-major", "native"}) {
    const Result<std::vector<std::string>> targets = expand_target(several, tools);
    text += std::string(several) + "  " + (targets ? join(*targets, " ") : targets.error().message) + "\n";
  }
  return text +
         "names of products and generations stand for chips: rtx4090, h100, mi300x, navi31, rdna3, arc-a770, …; "
         "--check tells which\n";
}

std::string as_json(const ToolPaths& tools) {
  JsonWriter json(2);
  json.begin_object().key("families").objects(target_families(), [&](const FamilyInfo& family) {
    const Availability available = availability(family, tools);
    json.put("name", family.name, "format", family.format, "summary", family.summary).key("archs").values(family.archs);
    json.put("default_arch", family.default_arch, "available", available.yes);
    json.key("features").objects(features_of(family), [&](const Feature& feature) {
      json.put("name", feature.name).key("archs").values(feature.archs);
    });
    json.key("available_archs").values(available.archs).put("tool", available.tool, "reason", available.reason);
    json.key("devices").values(available.devices);
  });
  json.key("all_available").values(all_available(tools));
  json.key("all_major").values(expand_target("all-major", tools).value_or(std::vector<std::string>()));
  json.key("native").values(expand_target("native", tools).value_or(std::vector<std::string>()));
  return json.end_object().text() + "\n";
}

std::string devices_as_text(const std::vector<ListedDevice>& devices) {
  std::string text;
  for (const ListedDevice& device : devices) {
    text += describe(device) + "\n";
    text += "  targets:";
    for (const Target& target : targets_for(device, devices)) text += " " + shell_word(target.name());
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
  json.begin_object().key("devices").objects(devices, [&](const ListedDevice& device) {
    json.put("device", device.device, "platform", device.platform, "kind", device.kind);
    json.key("targets").values(targets_for(device, devices) | std::views::transform(&Target::name));
    json.put("device_version", device.device_version, "driver_version", device.driver_version);
    json.put("opencl_c_version", device.opencl_c_version, "il_version", device.il_version);
    json.put("address_bits", device.address_bits, "compute_capability", device.compute_capability);
    json.key("extensions").values(device.extensions).key("features").values(device.features);
    json.key("spirv_extensions").values(device.spirv_extensions);
    json.key("spirv_capabilities").values(device.spirv_capabilities);
  });
  return json.end_object().text() + "\n";
}

Result<int> check_targets(const std::vector<std::string>& names, const ToolPaths& tools) {
  std::string text;
  for (const std::string& name : names) {
    const std::vector<std::string> expanded = CLC_TRY(expand_target(name, tools));
    for (const std::string& one : expanded) {
      const Target target = CLC_TRY(parse_target(one));
      if (target.family == Family::k_driver && !is_several_targets(name)) {
        const std::string driver = CLC_TRY(find_helper("clc-driver"));
        CLC_TRY(ask_driver(driver, target));
      }
      text += target.name() + "\n";
    }
  }
  return code_after(print(text));
}

// A target, and what its chip has instructions for.
struct MatrixTarget {
  std::string name;
  std::vector<MatrixUnit> units;
};

// Takes these targets; without any, all that have instructions.
Result<std::vector<MatrixTarget>> matrix_targets(const std::vector<std::string>& names, const ToolPaths& tools) {
  std::vector<MatrixTarget> result;
  for (const std::string& name : names) {
    for (const std::string& one : CLC_TRY(expand_target(name, tools))) {
      const Target target = CLC_TRY(parse_target(one));
      result.push_back({target.name(), matrix_units(target.name())});
    }
  }
  if (!names.empty()) return result;
  for (const Family family : {Family::k_nvptx, Family::k_amdgcn}) {
    for (const std::string& arch : family_info(family).archs) {
      const std::string name = Target{family, arch, {}}.name();
      std::vector<MatrixUnit> units = matrix_units(name);
      if (!units.empty()) result.push_back({name, std::move(units)});
    }
  }
  return result;
}

std::string units_as_text(const std::vector<MatrixUnit>& units) {
  if (units.empty()) return "  none: products are plain arithmetic\n";
  std::string text;
  for (const MatrixUnit& unit : units) {
    text += "  " + std::to_string(unit.rows) + " x " + std::to_string(unit.columns) + " x " +
            std::to_string(unit.depth) + "  " + unit.a + " * " + unit.b + " + " + unit.sum +
            (unit.saturates ? ", saturating\n" : "\n");
  }
  return text;
}

// Targets with the same units are named together.
std::string matrices_as_text(const std::vector<MatrixTarget>& targets) {
  std::string text, last;
  for (const MatrixTarget& target : targets) {
    const std::string units = units_as_text(target.units);
    if (units != last)
      text += (last.empty() ? "" : "\n" + last) + target.name;
    else
      text += " " + target.name;
    last = units;
  }
  return text + "\n" + last;
}

std::string matrices_as_json(const std::vector<MatrixTarget>& targets) {
  JsonWriter json(2);
  json.begin_object().key("targets").objects(targets, [&](const MatrixTarget& target) {
    json.put("target", target.name).key("units").objects(target.units, [&](const MatrixUnit& unit) {
      json.put("rows", unit.rows, "columns", unit.columns, "depth", unit.depth, "a", unit.a, "b", unit.b);
      json.put("sum", unit.sum, "scope", "sub_group", "saturating", unit.saturates);
    });
  });
  return json.end_object().text() + "\n";
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
  bool matrix = false;
  std::vector<std::string> chips;
  const CommandOption matrix_option = line.flag(
      "--matrix", matrix, "lists the products of cooperative matrices that chips have instructions for instead");
  line.add("-t,--target TARGET", chips, "with --matrix: of this target; may be repeated")
      .one_value_each()
      .needs(matrix_option);
  line.footer(
      "Examples:\n  clc targets --format json\n  clc targets --device\n  clc targets --matrix -t nvptx:sm_90\n" +
      environment_help({Reads::k_tools, Reads::k_helpers}));
  if (!CLC_TRY(line.parse(arguments))) return 0;
  const ToolPaths tools = CLC_TRY(parse_tool_paths(tool_texts));
  if (!checked.empty()) return check_targets(checked, tools);
  std::string text;
  if (matrix) {
    const std::vector<MatrixTarget> targets = CLC_TRY(matrix_targets(chips, tools));
    text = json ? matrices_as_json(targets) : matrices_as_text(targets);
  } else if (device) {
    const std::vector<ListedDevice> devices = CLC_TRY(installed_devices());
    const std::vector<std::size_t> wanted = CLC_TRY(devices_like(devices, *device));
    std::vector<ListedDevice> shown;
    for (const std::size_t index : wanted) shown.push_back(devices[index]);
    text = json ? devices_as_json(shown) : devices_as_text(shown);
  } else {
    text = json ? as_json(tools) : as_text(tools);
  }
  return code_after(print_shown(text));
}

}  // namespace clc
