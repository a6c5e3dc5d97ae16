#include "insight/report/diff_accesses.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "base/text.h"
#include "insight/report/diff_code.h"

namespace clc {
namespace {

// A figure of a whole kernel; less is better.
struct Figure {
  std::uint64_t least = 0, most = 0;
};

Figure sum_of(const KernelFacts& facts, bool is_local) {
  Figure sum;
  for (const AccessFacts& access : facts.accesses) {
    if ((access.space == "local") != is_local) continue;
    sum.least += access.least;
    sum.most += access.most;
  }
  return sum;
}

Figure worst_conflict(const KernelFacts& facts) {
  Figure worst;
  for (const AccessFacts& access : facts.accesses) {
    if (access.is_known) worst.least = worst.most = std::max(worst.most, access.degree);
  }
  return worst;
}

Figure divergent_waves(const KernelFacts& facts) {
  Figure sum;
  for (const BranchFacts& branch : facts.branches) {
    sum.least += branch.divergent_waves;
    sum.most += branch.kind == "unknown" ? branch.waves : branch.divergent_waves;
  }
  return sum;
}

Figure divergent_barriers(const KernelFacts& facts) {
  const auto proven = static_cast<std::uint64_t>(std::ranges::count_if(facts.barriers, &BarrierFault::is_proven));
  return {proven, facts.barriers.size()};
}

struct FigureInfo {
  const char* title;
  const char* title_each;  // where it is divided by the work-items of a group; null: it does not grow with them
  Figure (*value)(const KernelFacts& facts);
};
constexpr FigureInfo k_figures[] = {
    {"transactions of a group", "transactions of a work-item",
     [](const KernelFacts& facts) { return sum_of(facts, false); }},
    {"passes over local memory", "passes over local memory of a work-item",
     [](const KernelFacts& facts) { return sum_of(facts, true); }},
    {"worst bank conflict", nullptr, worst_conflict},
    {"divergent waves", "divergent waves of a work-item", divergent_waves},
    {"divergent barriers", nullptr, divergent_barriers},
};

// A figure, perhaps divided by the work-items of the group: equal ratios are equal numbers.
struct Range {
  double least = 0, most = 0;
  bool operator==(const Range& other) const = default;
};

Range divided(const Figure& figure, std::uint64_t by) {
  return {static_cast<double>(figure.least) / static_cast<double>(by),
          static_cast<double>(figure.most) / static_cast<double>(by)};
}

// "1056", "1.125", "0.0009766"
std::string text_of(double value) {
  constexpr double k_large = 1000;  // from here on, two decimals say more than four digits
  if (value >= k_large) return decimal(value);
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string text_of(const Range& range) {
  return range.least == range.most ? text_of(range.least) : text_of(range.least) + "-" + text_of(range.most);
}

// True when `a` is surely less: neither end of its range is higher. If one end rose and the other fell, the figure may
// have moved either way.
bool is_less(const Range& a, const Range& b) {
  return a != b && a.least <= b.least && a.most <= b.most;
}

std::uint64_t items_of(const KernelFacts& facts) {
  return std::max<std::uint64_t>(1, facts.group[0] * facts.group[1] * facts.group[2]);
}

std::vector<MetricChange> differences(const KernelFacts& before, const KernelFacts& after) {
  std::vector<MetricChange> all;
  const std::uint64_t items = items_of(before), items_now = items_of(after);
  for (const FigureInfo& figure : k_figures) {
    const bool is_each = items != items_now && figure.title_each != nullptr;
    const Range a = divided(figure.value(before), is_each ? items : 1);
    const Range b = divided(figure.value(after), is_each ? items_now : 1);
    if (a == b) continue;
    all.push_back({is_each ? figure.title_each : figure.title, text_of(a), text_of(b), is_less(a, b), is_less(b, a)});
  }
  return all;
}

}  // namespace

KernelChange& change_of(const std::string& module, const std::string& kernel, const std::string& target,
                        std::vector<KernelChange>& changes) {
  const auto key = [](const KernelChange& change) { return std::tie(change.module, change.kernel, change.target); };
  KernelChange change;
  change.module = module;
  change.kernel = kernel;
  change.target = target;
  const auto at = std::ranges::lower_bound(changes, key(change), {}, key);
  if (at != changes.end() && key(*at) == key(change)) return *at;
  return *changes.insert(at, std::move(change));
}

void compare_accesses(const std::vector<AnalyzedKernel>& before, const std::vector<AnalyzedKernel>& after,
                      std::vector<KernelChange>& changes) {
  for (const AnalyzedKernel& now : after) {
    const auto old = std::ranges::find_if(before, [&](const AnalyzedKernel& kernel) {
      return std::tie(kernel.module, kernel.facts.kernel, kernel.target) ==
             std::tie(now.module, now.facts.kernel, now.target);
    });
    if (old == before.end()) continue;
    const std::vector<MetricChange> found = differences(old->facts, now.facts);
    if (found.empty()) continue;
    std::vector<MetricChange>& metrics = change_of(now.module, now.facts.kernel, now.target, changes).metrics;
    metrics.insert(metrics.end(), found.begin(), found.end());
  }
}

std::vector<KernelChange> compare_builds(const ComparedBuild& before, const ComparedBuild& after,
                                         const Selection& selection) {
  std::vector<KernelChange> changes = compare(before.kernels, after.kernels, selection);
  compare_code(before.package, after.package, changes);
  compare_accesses(before.accesses, after.accesses, changes);
  return changes;
}

}  // namespace clc
