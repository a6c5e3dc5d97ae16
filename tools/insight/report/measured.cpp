#include "insight/report/measured.h"

#include <algorithm>
#include <cmath>

#include "base/foreign_json.h"
#include "base/text.h"

namespace clc {
namespace {

using foreign::count_of;
using foreign::member;
using foreign::number_of;
using foreign::text_of;

// A result of clrun bench. The algorithm set names a kernel after its algorithm and variant.
MeasuredLaunch benched(const Json& result, const std::string& device) {
  const Json& times = member(result, "kernel_ms");
  MeasuredLaunch launch{"clrun bench", text_of(result, "algorithm") + "_" + text_of(result, "variant"),
                        text_of(result, "target"), device};
  launch.launch = std::to_string(count_of(result, "elements")) + " elements";
  if (const std::string input = text_of(result, "input"); !input.empty()) launch.launch += ", " + input;
  launch.launches = count_of(result, "runs");
  launch.us = number_of(times, "median") * 1e3;
  launch.least_us = number_of(times, "low") * 1e3;
  launch.most_us = number_of(times, "high") * 1e3;
  return launch;
}

MeasuredLaunch replayed(const Json& replay) {
  std::vector<double> times;
  for (const Json& one : member(replay, "nanoseconds"))
    if (one.is_number()) times.push_back(one.get<double>() * 1e-3);
  std::ranges::sort(times);
  MeasuredLaunch launch{"clc replay", text_of(replay, "kernel"), text_of(replay, "target"), text_of(replay, "device")};
  launch.launch = "the captured launch";
  launch.launches = times.size();
  if (times.empty()) return launch;
  launch.us = times[times.size() / 2];
  launch.least_us = times.front();
  launch.most_us = times.back();
  return launch;
}

// A line of the emulator's counters. It counts, and has no clock.
MeasuredLaunch emulated(const Json& counts) {
  const std::string chip = text_of(counts, "chip");
  MeasuredLaunch launch{"clc emulate", text_of(counts, "kernel"), "amdgcn:" + chip, chip + ", emulated"};
  launch.launch = std::to_string(count_of(counts, "items")) + " work-items";
  const auto add = [&](const char* name, double value) { launch.counters.push_back({name, value, ""}); };
  add("groups", number_of(counts, "groups"));
  add("instructions", number_of(member(counts, "instructions"), "all"));
  for (const char* name : {"divergent_instructions", "memory_bytes", "memory_transactions", "lds_bytes", "lds_passes",
                           "lds_bank_conflicts", "scratch_bytes"})
    if (member(counts, name).is_number()) add(name, number_of(counts, name));
  return launch;
}

std::vector<MeasuredLaunch> emulated_lines(std::string_view text) {
  std::vector<MeasuredLaunch> launches;
  for (const std::string_view line : lines_of(text)) {
    const Json counts = Json::parse(line, nullptr, false);
    if (!member(counts, "chip").is_string() || !member(counts, "instructions").is_object()) return {};
    launches.push_back(emulated(counts));
  }
  return launches;
}

// Leaves out times that no clock tells, which products of large numbers can be, too.
void check_times(MeasuredLaunch& one) {
  const bool is_time = one.us > 0 && one.least_us >= 0 && std::isfinite(one.us) && std::isfinite(one.most_us);
  if (!is_time) one.us = one.least_us = one.most_us = 0;
}

std::string_view maker_of(std::string_view target) {
  return target.substr(0, target.find(':'));
}

std::string_view chip_of(std::string_view target) {
  target.remove_prefix(std::min(maker_of(target).size() + 1, target.size()));
  return maker_of(target);
}

// True for IL and for a driver's binaries.
bool names_no_chip(std::string_view target) {
  return is_any_of(maker_of(target), {"spirv64", "spirv32", "driver"});
}

}  // namespace

bool is_launch_of(const MeasuredLaunch& launch, const std::string& kernel, const std::string& target,
                  const std::vector<std::string>& programs) {
  if (launch.kernel != kernel) return false;
  if (!launch.program.empty() && !programs.empty() && std::ranges::find(programs, launch.program) == programs.end())
    return false;
  if (names_no_chip(launch.target) && names_no_chip(target)) return true;
  if (!launch.target.empty()) return chip_of(launch.target) == chip_of(target);
  const std::string_view maker = maker_of(target);
  if (launch.by == "rocprofv3") return maker == "amdgcn";
  return launch.by == "ncu" && (maker == "nvptx" || maker == "cubin" || maker == "cuda");
}

Result<std::vector<MeasuredLaunch>> decode_measured(std::string_view text, const std::string& what) {
  std::vector<MeasuredLaunch> launches;
  const Json json = Json::parse(text, nullptr, false);
  if (member(json, "results").is_array()) {
    for (const Json& result : json["results"]) launches.push_back(benched(result, text_of(json, "device")));
  } else if (member(json, "nanoseconds").is_array()) {
    launches.push_back(replayed(json));
  } else {
    launches = emulated_lines(text);
    if (launches.empty()) launches = measured_in_csv(text);
  }
  std::ranges::for_each(launches, check_times);
  std::erase_if(launches, [](const MeasuredLaunch& one) { return one.us == 0 && one.counters.empty(); });
  if (!launches.empty()) return launches;
  return fail(ErrorKind::k_damaged,
              what +
                  " holds no measurements: the JSON of clrun bench, of clc replay --time, "
                  "CLC_EMULATOR_COUNTERS, CSV of ncu or rocprofv3, and recordings made with --times are read");
}

}  // namespace clc
