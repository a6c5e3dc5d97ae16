// `clrun list` and `clrun devices`.
#include "clc/internal/json_writer.h"
#include "clc/internal/text.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "text.h"

namespace clc::clrun {
namespace {

// "--input FILE [--angle DEGREES]"
std::string usage(const std::vector<algorithms::RunOption>& options) {
  std::string text;
  for (const algorithms::RunOption& option : options) {
    const std::string spec = "--" + option.name + " " + option.value;
    text += (text.empty() ? "" : " ") + (option.is_required ? spec : "[" + spec + "]");
  }
  return text;
}

// What stands behind `clrun run NAME`; empty when the algorithm does not work on files.
std::string run_help(const algorithms::Algorithm& algorithm) {
  return algorithm.run ? usage(algorithm.run_options) + ": " + algorithm.run_help : "";
}

void write_json(const Selection& selection, JsonWriter& json) {
  const algorithms::Algorithm& algorithm = *selection.algorithm;
  json.begin_object().key("name").value(algorithm.name).key("description").value(algorithm.description);
  json.key("element").value(algorithm.element).key("needs_fp64").value(algorithm.needs_fp64);
  json.key("run").value(run_help(algorithm)).key("variants").begin_array();
  for (const algorithms::AlgorithmVariant* variant : selection.variants) {
    json.begin_object().key("name").value(variant->name).key("short_name").value(variant->short_name);
    json.key("description").value(variant->description).end_object();
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
  const auto selections = select_algorithms(options.names, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  if (options.format == Format::k_json) {
    JsonWriter json(-1);
    json.begin_array();
    for (const Selection& selection : *selections) write_json(selection, json);
    output.write(json.end_array().text() + "\n");
    return 0;
  }
  std::string text;
  for (const Selection& selection : *selections) {
    const algorithms::Algorithm& algorithm = *selection.algorithm;
    text += algorithm.name + ": " + algorithm.description + "; sizes count " + algorithm.element + "\n";
    for (const algorithms::AlgorithmVariant* variant : selection.variants) {
      text += "  " + table_row({variant->name, variant->description}, {20, 0});
    }
    const std::vector<std::string> names = short_names(algorithm);
    if (!names.empty()) text += "  also by short names, for either kind of element: " + join(names, ", ") + "\n";
    if (algorithm.run) text += "  clrun run " + algorithm.name + " " + run_help(algorithm) + "\n";
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
