#include "manifest/tuning_json.h"

#include "clc/internal/interface_json.h"
#include "manifest/names.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_items = std::uint64_t{1} << 48;
constexpr std::uint64_t k_most_arguments = 1U << 16U;
constexpr const char* k_sizes = "three numbers of work-items";

Json launch_to_json(const TunedLaunch& launch) {
  Json json = {{"kernel", launch.kernel}, {"global", launch.global}};
  put_size3(json, "local", launch.local);
  put_optional(json, "arguments", Json(launch.arguments));
  put_optional(json, "results", Json(launch.results));
  put_optional(json, "tolerance", launch.tolerance);
  return json;
}

TunedLaunch launch_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  TunedLaunch launch;
  launch.kernel = reader.text("kernel");
  launch.global = size3_from_json(reader, "global", true, k_most_items, k_sizes);
  launch.local = size3_from_json(reader, "local", false, k_most_items, k_sizes);
  if (reader.array("arguments", false) != nullptr) launch.arguments = reader.texts("arguments");
  if (const Json* results = reader.array("results", false)) {
    for (const Json& result : *results) {
      const bool is_index = result.is_number_unsigned() && result.get<std::uint64_t>() < k_most_arguments;
      if (!is_index) {
        reader.complain("has an entry of \"results\" that is not the number of an argument");
        break;
      }
      launch.results.push_back(result.get<std::uint64_t>());
    }
  }
  launch.tolerance = reader.optional_text("tolerance");
  reader.no_extra();
  return launch;
}

Json device_to_json(const FastestOn& fastest) {
  return {{"platform", fastest.device.platform},
          {"device", fastest.device.name},
          {"driver_version", fastest.device.driver_version},
          {"nanoseconds", fastest.nanoseconds}};
}

FastestOn device_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  FastestOn fastest;
  fastest.device.platform = reader.text("platform");
  fastest.device.name = reader.text("device");
  fastest.device.driver_version = reader.text("driver_version");
  fastest.nanoseconds = reader.number("nanoseconds");
  reader.no_extra();
  return fastest;
}

}  // namespace

Json tuning_to_json(const Tuning& tuning) {
  Json json = Json::object();
  if (tuning.of.empty()) return json;
  json["of"] = tuning.of;
  json["parameters"] = tuning.parameters;
  put_optional(json, "default", std::uint64_t{tuning.is_default});
  Json launches = Json::array(), devices = Json::array();
  for (const TunedLaunch& launch : tuning.launches) launches.push_back(launch_to_json(launch));
  for (const FastestOn& fastest : tuning.fastest_on) devices.push_back(device_to_json(fastest));
  put_optional(json, "launches", std::move(launches));
  put_optional(json, "fastest_on", std::move(devices));
  put_extra(json, tuning.extra);
  return json;
}

Tuning tuning_from_json(const Json& json, const std::string& where, std::string& problem) {
  ObjectReader reader(json, where, problem);
  Tuning tuning;
  tuning.of = reader.text("of");
  if (!is_sane_name(tuning.of)) reader.complain("has an \"of\" that cannot be a module's name");
  if (const Json* parameters = reader.object("parameters", true)) {
    for (const auto& [name, value] : parameters->items()) {
      if (!value.is_string()) {
        reader.complain("has a parameter that is not text");
        break;
      }
      tuning.parameters.emplace(name, value.get<std::string>());
    }
  }
  tuning.is_default = reader.optional_flag("default");
  reader.each("launches", false, [&](const Json& element, const std::string& place) {
    tuning.launches.push_back(launch_from_json(element, place, problem));
  });
  reader.each("fastest_on", false, [&](const Json& element, const std::string& place) {
    tuning.fastest_on.push_back(device_from_json(element, place, problem));
  });
  tuning.extra = reader.extra();
  return tuning;
}

}  // namespace clc
