// `clrun list` and `clrun devices`.
#include "clc/internal/json_writer.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "text.h"

namespace clc::clrun {
namespace {

void write_json(const algorithms::Algorithm& algorithm, JsonWriter& json) {
  json.begin_object().key("name").value(algorithm.name).key("description").value(algorithm.description);
  json.key("element").value(algorithm.element).key("needs_fp64").value(algorithm.needs_fp64);
  json.key("run").value(algorithm.run_help).key("variants").begin_array();
  for (const auto& variant : algorithm.variants) {
    json.begin_object().key("name").value(variant.name).key("description").value(variant.description).end_object();
  }
  json.end_array().end_object();
}

void write_json(const DeviceFacts& facts, JsonWriter& json) {
  json.begin_object().key("kind").value(device_kind_name(facts.kind)).key("name").value(facts.name);
  json.key("vendor").value(facts.vendor).key("platform").value(facts.platform_name);
  json.key("platform_version").value(facts.platform_version).key("version").value(facts.version);
  json.key("driver").value(facts.driver_version).key("il").value(facts.il_version);
  json.key("compute_units").value(std::uint64_t{facts.compute_units});
  json.key("max_work_group_size").value(std::uint64_t{facts.max_work_group_size});
  json.key("local_memory").value(std::uint64_t{facts.local_memory});
  json.key("global_memory").value(std::uint64_t{facts.global_memory});
  json.key("fp64").value(facts.has_fp64).end_object();
}

}  // namespace

Result<int> list_algorithms(const Options& options, Output& output) {
  if (options.format == Format::k_json) {
    JsonWriter json(-1);
    json.begin_array();
    for (const auto& algorithm : algorithms::all_algorithms()) write_json(algorithm, json);
    output.write(json.end_array().text() + "\n");
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
    JsonWriter json(-1);
    json.begin_array();
    for (const Device& device : *devices) write_json(device.facts, json);
    output.write(json.end_array().text() + "\n");
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
