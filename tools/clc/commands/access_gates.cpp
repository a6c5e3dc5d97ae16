#include "commands/access_gates.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace clc {
namespace {

constexpr const char* k_coalescing = "coalescing";
constexpr const char* k_conflicts = "bank_conflicts";
constexpr const char* k_barriers = "divergent_barriers";

std::string decided_by(const AccessFacts& access) {
  return access.depends_on.empty() ? "" : ", decided by " + join(access.depends_on, ", ");
}

// The violation of an access to local memory, if it is one. No more work-items than a wave has can conflict.
std::optional<std::string> conflict(const AccessFacts& access, std::uint64_t limit, std::uint64_t wave) {
  if (access.is_known && access.degree <= limit) return std::nullopt;
  if (access.is_known) return " conflicts " + std::to_string(access.degree) + "-fold, limit " + std::to_string(limit);
  if (wave <= limit) return std::nullopt;
  return " may conflict, limit " + std::to_string(limit) + decided_by(access);
}

// The violation of an access to global memory, if it is one: by the most that it may cost.
std::optional<std::string> inefficiency(const AccessFacts& access, double limit) {
  const auto efficiency = [&](std::uint64_t cost) {
    return static_cast<double>(access.ideal) / static_cast<double>(std::max<std::uint64_t>(cost, 1));
  };
  const double worst = efficiency(access.most);
  if (worst >= limit) return std::nullopt;
  const std::string percent = percent_text(worst) + " %, limit " + percent_text(limit) + " %";
  if (access.is_known) return " has an efficiency of " + percent;
  return " may have an efficiency of " + percent + decided_by(access);
}

// The violation of one access, if it is one.
std::optional<Violation> violation_of(const AccessFacts& access, const AccessGates& gates, std::uint64_t wave) {
  if (access.space == "constant") return std::nullopt;  // such as tables of sin(), which nobody can mend
  const bool is_local = access.space == "local";
  if (is_local ? !gates.most_conflicts : !gates.least_efficiency) return std::nullopt;
  const std::optional<std::string> what =
      is_local ? conflict(access, *gates.most_conflicts, wave) : inefficiency(access, *gates.least_efficiency);
  if (!what) return std::nullopt;
  Violation violation;
  violation.metric = is_local ? k_conflicts : k_coalescing;
  violation.place = access.place;
  violation.text = pattern_text(access) + " " + access.kind + " of " + access.space + " memory" + *what;
  violation.unknown = !access.is_known;
  return violation;
}

Violation violation_of(const BarrierFault& fault) {
  Violation violation;
  violation.metric = k_barriers;
  violation.place = fault.place;
  violation.text = std::string("a barrier that ") + (fault.is_proven ? "only a part" : "perhaps only a part") +
                   " of the work-items reaches, by the branch in " + place_text(fault.branch);
  return violation;
}

// Merges violations with the same message, and says how many there were.
std::vector<Violation> merged(const std::vector<Violation>& all) {
  std::vector<Violation> kept;
  std::vector<std::size_t> counts;
  for (const Violation& one : all) {
    const auto same = std::ranges::find(kept, one.message(), &Violation::message);
    const std::size_t at = static_cast<std::size_t>(same - kept.begin());
    if (same == kept.end()) {
      kept.push_back(one);
      counts.push_back(0);
    }
    ++counts[at];
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const char* const nouns = kept[i].metric == k_barriers ? " barriers" : " accesses";
    if (counts[i] > 1) kept[i].text += "; " + std::to_string(counts[i]) + nouns + " in this line";
  }
  return kept;
}

}  // namespace

std::optional<std::pair<double, std::string>> parse_quantity(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  return std::pair(number, std::string(trimmed({end, text.data() + text.size()})));
}

std::optional<double> parse_percent(const std::string& text) {
  const auto quantity = parse_quantity(text);
  if (!quantity || !is_any_of(quantity->second, {"", "%"})) return std::nullopt;
  if (quantity->first < 0 || quantity->first > 100) return std::nullopt;
  return quantity->first / 100;
}

CommandOption add_percent_option(const CommandLine& line, const std::string& names,
                                 const std::function<void(double)>& take, const std::string& help) {
  const std::string name = names.substr(0, names.find(' '));
  return line.add_function<std::string>(
      names,
      [name, take](const std::string& text) {
        const std::optional<double> fraction = parse_percent(text);
        if (!fraction) CommandLine::refuse(name + " " + text + ": must be 0% to 100%");
        take(*fraction);
      },
      help);
}

void add_access_gates(const CommandLine& line, AccessGates& gates) {
  add_percent_option(
      line, "--min-coalescing PERCENT", [&gates](double least) { gates.least_efficiency = least; },
      "of FILE.cl: ideal transactions with global memory, of those that each access costs at most");
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
    if (std::optional<Violation> violation = violation_of(access, gates, facts.wave))
      found.push_back(*std::move(violation));
  }
  const auto add_unknown = [&](std::string text) {
    Violation violation;
    violation.metric = k_access_metric;
    violation.text = std::move(text);
    violation.unknown = true;
    found.push_back(std::move(violation));
  };
  if (!facts.incomplete.empty()) add_unknown("not all was seen: " + facts.incomplete);
  const bool is_of_accesses = gates.least_efficiency || gates.most_conflicts;
  if (is_of_accesses && !facts.not_counted.empty()) add_unknown("not counted: " + join(facts.not_counted, ", "));
  if (gates.no_divergent_barrier) {
    for (const BarrierFault& fault : facts.barriers) found.push_back(violation_of(fault));
  }
  for (Violation& violation : found) violation.kernel = "kernel " + facts.kernel + " for " + kernel.target;
  return merged(found);
}

}  // namespace clc
