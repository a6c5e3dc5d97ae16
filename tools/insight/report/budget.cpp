#include "insight/report/budget.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/report/access_report.h"

namespace clc {
namespace {

constexpr std::uint64_t k_largest_budget = std::uint64_t{64} << 20U;

Violation unknown(const KernelMetrics& kernel, const std::string& metric, const std::string& why) {
  return {kernel.name(), metric, why, true};
}

constexpr double k_rounding = 1e-9;  // 5 % of 40 are 2, though the nearest double may be less

std::string where_it_is_known(const KernelMetrics& kernel) {
  const bool is_il =
      kernel.target.starts_with("nvptx") || kernel.target.starts_with("cuda") || kernel.target.starts_with("spirv");
  return is_il ? " (PTX and SPIR-V do not tell; machine code does, for NVIDIA that of cubin:)" : "";
}

std::string at(std::uint64_t work_group) {
  return " at " + std::to_string(work_group) + " work-items a group";
}

// Makes the limits stricter where fewer resources are needed, and returns a text for each change.
std::vector<std::string> tighten(KernelLimits& limits, const KernelLimits& needed, const MetricNames& only) {
  const auto is_meant = [&](const std::string& name) { return only.empty() || only.count(name) != 0; };
  const auto change = [](const std::string& what, auto before, auto now) {
    return what + " " + std::to_string(before) + " -> " + std::to_string(now);
  };
  std::vector<std::string> changes;
  for (auto& [name, most] : limits.most) {
    const auto now = needed.most.find(name);
    if (!is_meant(name) || now == needed.most.end() || now->second >= most) continue;
    changes.push_back(change(find_metric(name)->title, most, now->second));
    most = now->second;
  }
  for (auto& [work_group, least] : limits.least_waves) {
    const auto now = needed.least_waves.find(work_group);
    if (!is_meant(k_waves_metric) || now == needed.least_waves.end() || now->second <= least) continue;
    changes.push_back(change(k_waves_metric + at(work_group), least, now->second));
    least = now->second;
  }
  return changes;
}

// The reason why a metric of the kernel has no limit.
std::string why_unwatched(const KernelMetrics& kernel, const std::string& name, const Selection& selection) {
  if (name == k_waves_metric) {
    const Result<Occupancy> occupancy =
        occupancy_of(kernel, work_groups_of(kernel, selection).front(), selection.dynamic_local);
    return occupancy ? "the budget has no limit" : occupancy.error().message;
  }
  return is_known(kernel, name, selection) ? "the budget has no limit" : "the figure is unknown";
}

// Metrics that chips of every vendor have. The others are of some chips of AMD, and no loss elsewhere.
constexpr std::array k_general_metrics = {"registers", "spills", "scratch_bytes", "local_bytes", "code_bytes"};

}  // namespace

std::string Violation::message() const {
  return place ? place_text(*place) + ": " + text + " (" + kernel + ")" : kernel + ": " + text;
}

MetricNames metrics_of(const Budget& budget) {
  MetricNames names;
  for (const auto& [module, kernels] : budget.modules) {
    for (const auto& [kernel, targets] : kernels) {
      for (const auto& [target, limits] : targets) {
        for (const auto& [name, most] : limits.most) names.insert(name);
        if (!limits.least_waves.empty()) names.insert(k_waves_metric);
      }
    }
  }
  return names;
}

std::vector<Violation> violations(const KernelMetrics& kernel, const KernelLimits& limits, const Selection& selection,
                                  double tolerance) {
  std::vector<Violation> found;
  for (const auto& [name, most] : limits.most) {
    const MetricInfo* metric = find_metric(name);
    if (metric == nullptr) continue;
    const std::optional<std::int64_t> value = metric->value(kernel);
    if (!value) {
      found.push_back(
          unknown(kernel, name,
                  std::string(metric->title) + " unknown, limit " + std::to_string(most) + where_it_is_known(kernel)));
    } else if (static_cast<double>(*value) > static_cast<double>(most) * (1 + tolerance) + k_rounding) {
      found.push_back({kernel.name(), name,
                       std::string(metric->title) + " " + std::to_string(*value) + ", limit " + std::to_string(most)});
    }
  }
  for (const auto& [work_group, least] : limits.least_waves) {
    const Result<Occupancy> occupancy = occupancy_of(kernel, work_group, selection.dynamic_local);
    if (!occupancy) {
      found.push_back(
          unknown(kernel, k_waves_metric, "waves" + at(work_group) + " unknown: " + occupancy.error().message));
    } else if (static_cast<double>(occupancy->waves) < static_cast<double>(least) * (1 - tolerance) - k_rounding) {
      found.push_back({kernel.name(), k_waves_metric,
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
  if (!text) return fail(text.error().kind, text.error().message + " (" + k_how_to_write_budget + ")");
  Budget budget = CLC_TRY(decode_budget(*text, path));
  for (const std::string& name : budget.only) {
    if (name == k_waves_metric || find_metric(name) != nullptr) continue;
    return fail(ErrorKind::k_damaged, path + ": only: no such figure, " + name);
  }
  for (const auto& [module, kernels] : budget.modules) {
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

const KernelLimits* find_limits(const Budget& budget, const KernelMetrics& kernel) {
  const auto module = budget.modules.find(kernel.module);
  if (module == budget.modules.end()) return nullptr;
  const auto named = module->second.find(kernel.kernel);
  if (named == module->second.end()) return nullptr;
  const auto target = named->second.find(kernel.target);
  return target == named->second.end() ? nullptr : &target->second;
}

Result<MetricNames> parse_metric_names(const std::vector<std::string>& texts) {
  std::vector<std::string> known = names_of(comparable_metrics());
  known.emplace_back(k_waves_metric);
  MetricNames names;
  for (std::string text : texts) {
    std::ranges::replace(text, '-', '_');
    if (text == "occupancy") text = k_waves_metric;
    std::vector<std::string> meant;
    for (const std::string& name : known) {
      if (name == text) meant = {name};
      if (name == text) break;
      if (!text.empty() && name.starts_with(text)) meant.push_back(name);
    }
    if (meant.size() != 1) {
      return fail(ErrorKind::k_usage, "a budget does not limit '" + text + "'" + suggestion(text, known) +
                                          " (it can limit " + join(known, ", ") + ")");
    }
    names.insert(meant.front());
  }
  return names;
}

void keep_only(KernelLimits& limits, const MetricNames& only) {
  if (only.empty()) return;
  std::erase_if(limits.most, [&](const auto& limit) { return only.count(limit.first) == 0; });
  if (only.count(k_waves_metric) == 0) limits.least_waves.clear();
}

void keep_only(Budget& budget, const MetricNames& only) {
  for (auto& [module, kernels] : budget.modules) {
    for (auto& [kernel, targets] : kernels) {
      for (auto& [target, limits] : targets) keep_only(limits, only);
    }
  }
}

KernelLimits limits_of(const KernelMetrics& kernel, const std::vector<std::uint64_t>& work_groups,
                       const Selection& selection) {
  KernelLimits limits;
  for (const MetricInfo& metric : comparable_metrics()) {
    const std::optional<std::int64_t> value = metric.value(kernel);
    if (value && *value >= 0) limits.most.emplace(metric.name, *value);
  }
  for (const std::uint64_t work_group : work_groups) {
    const Result<Occupancy> occupancy = occupancy_of(kernel, work_group, selection.dynamic_local);
    if (occupancy) limits.least_waves[work_group] = occupancy->waves;
  }
  return limits;
}

MetricNames watched_by(const Budget& budget, const MetricNames& limited, const KernelMetrics& kernel,
                       const Selection& selection) {
  MetricNames watched = budget.only;
  for (const char* name : k_general_metrics) {
    const bool is_lost = budget.only.empty() && !find_metric(name)->value(kernel);
    if (is_lost || limited.count(name) != 0) watched.insert(name);
  }
  const Result<Occupancy> waves =
      occupancy_of(kernel, work_groups_of(kernel, selection).front(), selection.dynamic_local);
  if ((budget.only.empty() && !waves) || limited.count(k_waves_metric) != 0) watched.insert(k_waves_metric);
  return watched;
}

bool is_known(const KernelMetrics& kernel, const std::string& metric, const Selection& selection) {
  if (metric == k_waves_metric)
    return bool(occupancy_of(kernel, work_groups_of(kernel, selection).front(), selection.dynamic_local));
  const MetricInfo* info = find_metric(metric);
  return info != nullptr && info->value(kernel);
}

std::vector<Violation> unwatched(const KernelMetrics& kernel, const KernelLimits& limits, const MetricNames& wanted,
                                 const Selection& selection) {
  std::vector<Violation> found;
  for (const std::string& name : wanted) {
    const bool is_limited = name == k_waves_metric ? !limits.least_waves.empty() : limits.most.count(name) != 0;
    if (is_limited) continue;
    const std::string title = name == k_waves_metric ? name : find_metric(name)->title;
    found.push_back(unknown(kernel, name, title + " not limited: " + why_unwatched(kernel, name, selection)));
    found.back().unknown_to_chip = !is_known(kernel, name, selection);
  }
  const bool is_empty = limits.most.empty() && limits.least_waves.empty();
  if (is_empty && found.empty()) found.push_back(unknown(kernel, "budget", "nothing limited: the budget has no limit"));
  return found;
}

std::vector<BudgetChange> ratchet(Budget& budget, const std::vector<KernelMetrics>& kernels, const Selection& selection,
                                  const MetricNames& only) {
  const MetricNames limited = budget.only.empty() ? metrics_of(budget) : budget.only;
  std::vector<BudgetChange> changes;
  for (const KernelMetrics& kernel : kernels) {
    auto& targets = budget.modules[kernel.module][kernel.kernel];
    const auto [entry, is_new] = targets.try_emplace(kernel.target);
    KernelLimits& limits = entry->second;
    if (is_new) {
      limits = limits_of(kernel, work_groups_of(kernel, selection), selection);
      keep_only(limits, limited);
      keep_only(limits, only);
      changes.push_back({kernel.name(), "added"});
      continue;
    }
    std::vector<std::uint64_t> work_groups;
    for (const auto& [work_group, least] : limits.least_waves) work_groups.push_back(work_group);
    for (std::string& text : tighten(limits, limits_of(kernel, work_groups, selection), only))
      changes.push_back({kernel.name(), std::move(text)});
  }
  return changes;
}

}  // namespace clc
