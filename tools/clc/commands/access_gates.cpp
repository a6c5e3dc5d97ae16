#include "commands/access_gates.h"

namespace clc {
namespace {

constexpr const char* k_coalescing = "coalescing";
constexpr const char* k_conflicts = "bank_conflicts";
constexpr const char* k_barriers = "divergent_barriers";

// The violation of one access, if it is one.
std::optional<Violation> violation_of(const AccessFacts& access, const AccessGates& gates) {
  const bool is_local = access.space == "local";
  if (is_local ? !gates.most_conflicts : !gates.least_efficiency) return std::nullopt;
  const std::string what = pattern_text(access) + " " + access.kind + " of " + access.space + " memory";
  Violation violation;
  violation.metric = is_local ? k_conflicts : k_coalescing;
  violation.place = place_text(access.place);
  if (!access.is_known) {
    violation.text = what + " is not known";
    violation.unknown = true;
    return violation;
  }
  if (is_local) {
    if (access.degree <= *gates.most_conflicts) return std::nullopt;
    violation.text =
        what + " conflicts " + std::to_string(access.degree) + "-fold, limit " + std::to_string(*gates.most_conflicts);
    return violation;
  }
  const double efficiency = static_cast<double>(access.ideal) / static_cast<double>(access.most);
  if (efficiency >= *gates.least_efficiency) return std::nullopt;
  violation.text = what + " has an efficiency of " + percent_text(efficiency) + " %, limit " +
                   percent_text(*gates.least_efficiency) + " %";
  return violation;
}

Violation violation_of(const BarrierFault& fault) {
  Violation violation;
  violation.metric = k_barriers;
  violation.place = place_text(fault.place);
  violation.text = std::string("a barrier that ") + (fault.is_proven ? "only a part" : "perhaps only a part") +
                   " of the work-items reaches, by the branch in " + place_text(fault.branch);
  return violation;
}

}  // namespace

void add_access_gates(const CommandLine& line, AccessGates& gates) {
  line.add_function<double>(
          "--min-coalescing PERCENT", [&gates](double percent) { gates.least_efficiency = percent / 100; },
          "of FILE.cl: ideal transactions with global memory, of those that each access costs at most")
      .range(0.0, 100.0);
  line.add("--max-bank-conflict N", gates.most_conflicts,
           "of FILE.cl: accesses of a wave that one bank of local memory may have to answer; 1: no conflicts")
      .range(1U, 1024U);
  line.flag("--no-divergent-barrier", gates.no_divergent_barrier,
            "of FILE.cl: every barrier is reached by all work-items of a group");
}

std::vector<Violation> access_violations(const AnalyzedKernel& kernel, const AccessGates& gates) {
  std::vector<Violation> found;
  const KernelFacts& facts = kernel.facts;
  for (const AccessFacts& access : facts.accesses) {
    if (std::optional<Violation> violation = violation_of(access, gates)) found.push_back(*std::move(violation));
  }
  if (!facts.incomplete.empty()) {
    Violation violation;
    violation.metric = k_access_metric;
    violation.text = "not all was seen: " + facts.incomplete;
    violation.unknown = true;
    found.push_back(std::move(violation));
  }
  if (gates.no_divergent_barrier) {
    for (const BarrierFault& fault : facts.barriers) found.push_back(violation_of(fault));
  }
  for (Violation& violation : found) violation.kernel = "kernel " + facts.kernel + " for " + kernel.target;
  return found;
}

}  // namespace clc
