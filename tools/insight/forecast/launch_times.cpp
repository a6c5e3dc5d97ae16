#include "insight/forecast/launch_times.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <tuple>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "insight/report/resource_report.h"

namespace clc {
namespace {

std::uint64_t nanoseconds(double us) {
  constexpr double k_longest_us = 1e15;
  return static_cast<std::uint64_t>(std::llround(std::min(us, k_longest_us) * 1e3));
}

std::string words_of(const std::map<std::string, std::string>& parameters) {
  std::vector<std::string> words;
  for (const auto& [name, value] : parameters) words.push_back(name + "=" + value);
  return join(words, " ");
}

}  // namespace

void TimeSum::add(const KernelTime& one, std::uint64_t count) {
  const auto times = static_cast<double>(count);
  chip = one.chip;
  has_registers = has_registers && one.has_registers;
  launches += count;
  least_us += times * one.time.least_us;
  expected_us += times * one.time.expected_us;
  most_us += times * one.time.most_us;
  us_by_bound_[one.time.bound_by] += times * one.time.expected_us;
  bound_by = std::ranges::max_element(us_by_bound_, {}, [](const auto& part) { return part.second; })->first;
}

void TimeSum::add_at_least(const KernelTime& one, std::uint64_t count) {
  const double us = static_cast<double>(count) * one.time.least_us;
  chip = one.chip;
  has_registers = has_registers && one.has_registers;
  launches += count;
  at_least += count;
  least_us += us;
  expected_us += us;
  most_us += us;
  if (bound_by.empty()) bound_by = "-";
}

std::vector<TimeSum> sums_of(const std::vector<const TimedLaunches*>& launches) {
  std::vector<TimeSum> sums;
  for (const TimedLaunches* launch : launches) {
    for (const std::vector<KernelTime>* products : {&launch->times.products, &launch->times.of_one_iteration}) {
      for (const KernelTime& one : *products) {
        auto sum = std::ranges::find(sums, one.chip, &TimeSum::chip);
        if (sum == sums.end()) sum = sums.insert(sums.end(), TimeSum());
        products == &launch->times.products ? sum->add(one, launch->count) : sum->add_at_least(one, launch->count);
      }
    }
  }
  return sums;
}

namespace {

// The launches of one kernel for one target.
struct KernelLaunches {
  std::string module, kernel, target;
  std::vector<const TimedLaunches*> launches;
};

std::vector<KernelLaunches> by_kernel(const std::vector<TimedLaunches>& launches) {
  std::vector<KernelLaunches> kernels;
  for (const TimedLaunches& launch : launches) {
    const KernelTimes& times = launch.times;
    auto found = std::ranges::find_if(kernels, [&](const KernelLaunches& one) {
      return std::tie(one.module, one.kernel, one.target) == std::tie(times.module, times.kernel, times.target);
    });
    if (found == kernels.end()) found = kernels.insert(kernels.end(), {times.module, times.kernel, times.target, {}});
    found->launches.push_back(&launch);
  }
  return kernels;
}

// The time of a kernel, or of all, on one product.
struct ShareRow {
  std::string module, kernel, target;
  TimeSum sum;
  double share = 1;  // of the expected time of all
  bool is_total = false;
};

std::vector<ShareRow> share_rows(const std::vector<TimedLaunches>& launches) {
  std::vector<ShareRow> rows;
  std::map<std::string, std::vector<const TimedLaunches*>> of_targets;
  for (const TimedLaunches& launch : launches) of_targets[launch.times.target].push_back(&launch);
  for (const auto& [target, all] : of_targets) {
    for (const TimeSum& total : sums_of(all)) {
      const auto first = static_cast<std::ptrdiff_t>(rows.size());
      for (const KernelLaunches& kernel : by_kernel(launches)) {
        if (kernel.target != target) continue;
        for (const TimeSum& sum : sums_of(kernel.launches)) {
          if (sum.chip != total.chip) continue;
          rows.push_back({kernel.module, kernel.kernel, target, sum, sum.expected_us / total.expected_us});
        }
      }
      std::stable_sort(rows.begin() + first, rows.end(),
                       [](const ShareRow& a, const ShareRow& b) { return a.sum.expected_us > b.sum.expected_us; });
      rows.push_back({"", "", target, total, 1, true});
    }
  }
  return rows;
}

// Why launches have no forecast, each reason once.
std::string notes_of(const std::vector<TimedLaunches>& launches) {
  std::vector<std::pair<std::string, std::uint64_t>> reasons;
  for (const TimedLaunches& launch : launches) {
    const KernelTimes& times = launch.times;
    if (times.unknown.empty()) continue;
    const std::string reason = std::string(times.of_one_iteration.empty() ? "no time of " : "the least time only of ") +
                               times.kernel + " for " + times.target + ": " + times.unknown;
    auto known = std::ranges::find(reasons, reason, &std::pair<std::string, std::uint64_t>::first);
    if (known == reasons.end()) known = reasons.insert(reasons.end(), {reason, 0});
    known->second += launch.count;
  }
  std::string notes;
  for (const auto& [reason, times] : reasons)
    notes += printable(reason) + " (" + std::to_string(times) + (times == 1 ? " launch)\n" : " launches)\n");
  return notes;
}

void add_sum(const TimeSum& sum, JsonWriter& json) {
  json.put("product", sum.chip->product, "checked", *sum.chip->checked != '\0', "registers_known", sum.has_registers);
  json.put("launches", sum.launches);
  if (sum.at_least != 0) json.key("of_unknown_length").value(sum.at_least);
  json.put("least_us", sum.least_us, "us", sum.expected_us);
  if (sum.at_least == 0) json.key("most_us").value(sum.most_us);
}

}  // namespace

std::string launches_text(const std::vector<TimedLaunches>& launches) {
  std::vector<std::vector<std::string>> rows{
      {"kernel", "target", "product", "launches", "time", "from", "to", "share", "bound by"}};
  bool has_unchecked = false, has_registers = true;
  for (const ShareRow& row : share_rows(launches)) {
    has_unchecked = has_unchecked || *row.sum.chip->checked == '\0';
    has_registers = has_registers && row.sum.has_registers;
    const bool is_open = row.sum.at_least != 0;
    rows.push_back({row.is_total ? "all" : printable(row.kernel), printable(row.target), product_text(*row.sum.chip),
                    std::to_string(row.sum.launches), duration_text(row.sum.expected_us),
                    duration_text(row.sum.least_us), is_open ? "-" : duration_text(row.sum.most_us),
                    percent_text(row.share) + " %", row.is_total ? "" : row.sum.bound_by});
  }
  return (rows.size() == 1 ? "" : aligned(rows, 3)) + notes_of(launches) + time_notes(has_unchecked, has_registers);
}

void write_launches(const std::vector<TimedLaunches>& launches, JsonWriter& json) {
  json.begin_object().key("launches").objects(launches, [&](const TimedLaunches& launch) {
    const KernelTimes& times = launch.times;
    json.put("module", times.module, "kernel", times.kernel, "target", times.target, "count", launch.count);
    json.key("global").values(launch.global).key("group").values(times.group);
    if (!times.unknown.empty()) json.key("unknown").value(times.unknown);
    json.key("times").objects(times.products, [&](const KernelTime& one) {
      json.put("product", one.chip->product, "least_us", one.time.least_us, "us", one.time.expected_us);
      json.put("most_us", one.time.most_us, "bound_by", one.time.bound_by);
    });
  });
  std::vector<ShareRow> rows = share_rows(launches);
  const auto totals = std::stable_partition(rows.begin(), rows.end(), [](const auto& row) { return !row.is_total; });
  json.key("kernels").objects(std::ranges::subrange(rows.begin(), totals), [&](const ShareRow& row) {
    json.put("module", row.module, "kernel", row.kernel, "target", row.target);
    add_sum(row.sum, json);
    json.put("share", row.share, "bound_by", row.sum.bound_by);
  });
  json.key("all").objects(std::ranges::subrange(totals, rows.end()), [&](const ShareRow& row) {
    json.put("target", row.target);
    add_sum(row.sum, json);
  });
  json.put("notes", notes_of(launches)).end_object();
}

ConfigurationTimes configuration_times(const Module& module, const std::string& target,
                                       const std::vector<const TimedLaunches*>& launches) {
  ConfigurationTimes times{module.name, target, module.source_sha256, module.tuning.parameters, {}, ""};
  if (launches.size() != module.tuning.launches.size()) times.unknown = "a launch was not looked at";
  for (const TimedLaunches* launch : launches) {
    if (times.unknown.empty() && !launch->times.unknown.empty())
      times.unknown = launch->times.kernel + ": " + launch->times.unknown;
  }
  if (times.unknown.empty()) times.products = sums_of(launches);
  return times;
}

std::string configurations_text(const std::vector<ConfigurationTimes>& configurations) {
  std::vector<std::pair<const ConfigurationTimes*, const TimeSum*>> sorted;
  std::string notes;
  bool has_unchecked = false, has_registers = true;
  for (const ConfigurationTimes& one : configurations) {
    if (!one.unknown.empty()) {
      notes += "no time of " + printable(one.module) + " for " + printable(one.target) + ": " + printable(one.unknown) +
               "\n";
    }
    for (const TimeSum& sum : one.products) {
      has_unchecked = has_unchecked || *sum.chip->checked == '\0';
      has_registers = has_registers && sum.has_registers;
      sorted.emplace_back(&one, &sum);
    }
  }
  std::ranges::stable_sort(sorted, {}, [](const auto& row) {
    return std::tuple(row.first->target, std::string(row.second->chip->product), row.second->expected_us);
  });
  std::vector<std::vector<std::string>> rows{
      {"configuration", "parameters", "target", "product", "time", "from", "to", "bound by"}};
  for (const auto& [one, sum] : sorted) {
    rows.push_back({printable(one->module), printable(words_of(one->parameters)), printable(one->target),
                    product_text(*sum->chip), duration_text(sum->expected_us), duration_text(sum->least_us),
                    duration_text(sum->most_us), sum->bound_by});
  }
  return (rows.size() == 1 ? "" : aligned(rows, 4)) + notes + time_notes(has_unchecked, has_registers);
}

TuningForecasts tuning_forecasts(const std::vector<ConfigurationTimes>& configurations) {
  TuningForecasts forecasts;
  for (const ConfigurationTimes& one : configurations) {
    ForecastConfiguration configuration{one.module, one.target, one.source_sha256, one.parameters, {}, one.unknown};
    for (const TimeSum& sum : one.products) {
      const std::uint64_t expected = nanoseconds(sum.expected_us);
      configuration.times.push_back({sum.chip->product, *sum.chip->checked != '\0', sum.has_registers,
                                     std::min(expected, nanoseconds(sum.least_us)), expected,
                                     std::max(expected, nanoseconds(sum.most_us))});
    }
    forecasts.configurations.push_back(std::move(configuration));
  }
  return forecasts;
}

}  // namespace clc
