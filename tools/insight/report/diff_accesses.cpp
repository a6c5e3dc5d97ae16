#include "insight/report/diff_accesses.h"

#include <algorithm>
#include <tuple>

#include "insight/report/diff_code.h"

namespace clc {
namespace {

// A figure of a whole kernel; less is better.
struct Figure {
  std::uint64_t least = 0, most = 0;
  bool operator==(const Figure& other) const = default;
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
  Figure (*value)(const KernelFacts& facts);
};
constexpr FigureInfo k_figures[] = {
    {"transactions of a group", [](const KernelFacts& facts) { return sum_of(facts, false); }},
    {"passes over local memory", [](const KernelFacts& facts) { return sum_of(facts, true); }},
    {"worst bank conflict", worst_conflict},
    {"divergent waves", divergent_waves},
    {"divergent barriers", divergent_barriers},
};

std::string text_of(const Figure& figure) {
  const std::string least = std::to_string(figure.least);
  return figure.least == figure.most ? least : least + "-" + std::to_string(figure.most);
}

// True when `a` is surely less: neither end of its range is higher. If one end rose and the other fell, the figure may
// have moved either way.
bool is_less(const Figure& a, const Figure& b) {
  return a != b && a.least <= b.least && a.most <= b.most;
}

std::vector<MetricChange> differences(const KernelFacts& before, const KernelFacts& after) {
  std::vector<MetricChange> all;
  for (const FigureInfo& figure : k_figures) {
    const Figure a = figure.value(before), b = figure.value(after);
    if (a == b) continue;
    all.push_back({figure.title, text_of(a), text_of(b), is_less(a, b), is_less(b, a)});
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
