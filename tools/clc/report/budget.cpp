#include "report/budget.h"

#include <algorithm>

#include "clc/package/file.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_budget = std::uint64_t{64} << 20U;

Violation unknown(const KernelMetrics& kernel, const std::string& metric, const std::string& why) {
  return {kernel.name(), metric, why, true};
}

std::string at(std::uint64_t work_group) {
  return " at " + std::to_string(work_group) + " work-items a group";
}

}  // namespace

std::vector<Violation> violations(const KernelMetrics& kernel, const Limits& limits, const Selection& selection) {
  std::vector<Violation> found;
  for (const auto& [name, most] : limits.most) {
    const MetricInfo* metric = find_metric(name);
    if (metric == nullptr) continue;
    const std::optional<std::int64_t> value = metric->value(kernel);
    if (!value) {
      found.push_back(unknown(kernel, name, std::string(metric->title) + " unknown, limit " + std::to_string(most)));
    } else if (*value > most) {
      found.push_back({kernel.name(), name,
                       std::string(metric->title) + " " + std::to_string(*value) + ", limit " + std::to_string(most)});
    }
  }
  for (const auto& [work_group, least] : limits.least_waves) {
    const Result<Occupancy> occupancy = occupancy_of(kernel, work_group, selection.dynamic_local);
    if (!occupancy) {
      found.push_back(unknown(kernel, "waves", "waves" + at(work_group) + " unknown: " + occupancy.error().message));
    } else if (occupancy->waves < least) {
      found.push_back({kernel.name(), "waves",
                       "waves" + at(work_group) + " " + std::to_string(occupancy->waves) + ", limit " +
                           std::to_string(least) + " (limited by " + limits_text(*occupancy) + ")"});
    }
  }
  return found;
}

std::vector<Violation> occupancy_violations(const KernelMetrics& kernel, double least, const Selection& selection) {
  std::vector<Violation> found;
  for (const std::uint64_t work_group : work_groups_of(kernel, selection)) {
    const Result<Occupancy> occupancy = occupancy_of(kernel, work_group, selection.dynamic_local);
    if (!occupancy) {
      found.push_back(
          unknown(kernel, "occupancy", "occupancy" + at(work_group) + " unknown: " + occupancy.error().message));
    } else if (occupancy->fraction() < least) {
      found.push_back({kernel.name(), "occupancy",
                       "occupancy" + at(work_group) + " " + percent_text(occupancy->fraction()) + " %, limit " +
                           percent_text(least) + " % (limited by " + limits_text(*occupancy) + ")"});
    }
  }
  return found;
}

Result<Budget> read_budget(const std::string& path) {
  const Result<Bytes> text = read_ordinary_file(path, k_largest_budget);
  if (!text) return fail(text);
  Result<Budget> budget = decode_budget(*text, path);
  if (!budget) return budget;
  for (const auto& [module, kernels] : *budget) {
    for (const auto& [kernel, targets] : kernels) {
      for (const auto& [target, limits] : targets) {
        for (const auto& [name, most] : limits.most) {
          if (find_metric(name) != nullptr) continue;
          return fail(ErrorKind::k_damaged,
                      path + ": " + module + "." + kernel + "." + target + ": no such limit, max_" + name);
        }
      }
    }
  }
  return budget;
}

const Limits* find_limits(const Budget& budget, const KernelMetrics& kernel) {
  const auto module = budget.find(kernel.module);
  if (module == budget.end()) return nullptr;
  const auto named = module->second.find(kernel.kernel);
  if (named == module->second.end()) return nullptr;
  const auto target = named->second.find(kernel.target);
  return target == named->second.end() ? nullptr : &target->second;
}

void tighten(Limits& limits, const KernelMetrics& kernel, const Selection& selection) {
  for (const MetricInfo& metric : comparable_metrics()) {
    const std::optional<std::int64_t> value = metric.value(kernel);
    if (!value || *value < 0) continue;
    const auto [limit, added] = limits.most.emplace(metric.name, *value);
    if (!added) limit->second = std::min(limit->second, *value);
  }
  std::vector<std::uint64_t> sizes = work_groups_of(kernel, selection);
  for (const auto& [work_group, least] : limits.least_waves) sizes.push_back(work_group);
  for (const std::uint64_t work_group : sizes) {
    const Result<Occupancy> occupancy = occupancy_of(kernel, work_group, selection.dynamic_local);
    if (!occupancy) continue;
    std::uint64_t& least = limits.least_waves[work_group];
    least = std::max(least, occupancy->waves);
  }
}

}  // namespace clc
