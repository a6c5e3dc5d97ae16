// `clrun list` and `clrun devices`.
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "text.h"

namespace clc::clrun {
namespace {

std::string to_json(const algorithms::Algorithm& algorithm) {
  std::vector<std::string> variants;
  for (const auto& variant : algorithm.variants) {
    variants.push_back(
        json_object({{"name", json_string(variant.name)}, {"description", json_string(variant.description)}}));
  }
  return json_object({{"name", json_string(algorithm.name)},
                      {"description", json_string(algorithm.description)},
                      {"element", json_string(algorithm.element)},
                      {"needs_fp64", algorithm.needs_fp64 ? "true" : "false"},
                      {"run", json_string(algorithm.run_help)},
                      {"variants", json_array(variants)}});
}

std::string to_json(const DeviceFacts& facts) {
  return json_object({{"kind", json_string(device_kind_name(facts.kind))},
                      {"name", json_string(facts.name)},
                      {"vendor", json_string(facts.vendor)},
                      {"platform", json_string(facts.platform_name)},
                      {"platform_version", json_string(facts.platform_version)},
                      {"version", json_string(facts.version)},
                      {"driver", json_string(facts.driver_version)},
                      {"il", json_string(facts.il_version)},
                      {"compute_units", std::to_string(facts.compute_units)},
                      {"max_work_group_size", std::to_string(facts.max_work_group_size)},
                      {"local_memory", std::to_string(facts.local_memory)},
                      {"global_memory", std::to_string(facts.global_memory)},
                      {"fp64", facts.has_fp64 ? "true" : "false"}});
}

}  // namespace

Result<int> list_algorithms(const Options& options, Output& output) {
  if (options.format == Format::k_json) {
    std::vector<std::string> list;
    for (const auto& algorithm : algorithms::all_algorithms()) list.push_back(to_json(algorithm));
    output.write(json_array(list) + "\n");
    return 0;
  }
  std::string text;
  for (const auto& algorithm : algorithms::all_algorithms()) {
    text += algorithm.name + ": " + algorithm.description + "; sizes count " + algorithm.element + "\n";
    for (const auto& variant : algorithm.variants) {
      text += "  " + table_row({variant.name, variant.description}, {20, 0});
    }
    if (!algorithm.run_help.empty()) text += "  clrun run " + algorithm.name + " " + algorithm.run_help + "\n";
  }
  output.write(text);
  return 0;
}

Result<int> list_all_devices(const Options& options, Output& output) {
  const auto devices = list_devices();
  if (!devices) return fail(devices);
  if (options.format == Format::k_json) {
    std::vector<std::string> list;
    for (const Device& device : *devices) list.push_back(to_json(device.facts));
    output.write(json_array(list) + "\n");
    return 0;
  }
  std::vector<std::vector<std::string>> rows{{"device", "kind", "name", "platform", "driver", "units", "fp64", "IL"}};
  for (std::size_t i = 0; i < devices->size(); ++i) {
    const DeviceFacts& facts = (*devices)[i].facts;
    rows.push_back({"#" + std::to_string(i), device_kind_name(facts.kind), facts.name, facts.platform_name,
                    facts.driver_version, std::to_string(facts.compute_units), facts.has_fp64 ? "yes" : "no",
                    facts.il_version.empty() ? "none" : facts.il_version});
  }
  output.write(devices->empty() ? "no OpenCL devices: is a driver installed? (clinfo -l)\n" : table(rows));
  return 0;
}

}  // namespace clc::clrun
