// The limits of clc check that are for sources: memory accesses and barriers, as clc report --accesses shows them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "insight/report/access_report.h"
#include "insight/report/budget.h"
#include "support/command_line.h"

namespace clc {

struct AccessGates {
  std::optional<double> least_efficiency;
  std::optional<std::uint64_t> most_conflicts;
  bool no_divergent_barrier = false;

  bool are_given() const { return least_efficiency || most_conflicts || no_divergent_barrier; }
};

// A number and what is behind it without blanks: "2.5 %" is 2.5 and "%". Nothing for other words.
std::optional<std::pair<double, std::string>> parse_quantity(const std::string& text);
// "5%", "5" or "2.5 %" as a fraction; nothing for other words, and for more than 100 %.
std::optional<double> parse_percent(const std::string& text);
// Adds an option whose percentage `take` gets as a fraction.
CommandOption add_percent_option(const CommandLine& line, const std::string& names,
                                 const std::function<void(double)>& take, const std::string& help);

void add_access_gates(const CommandLine& line, AccessGates& gates);

// The metric of a violation that is of a kernel's accesses as a whole.
inline constexpr const char* k_access_metric = "accesses";

// Accesses that are not known, and kernels that were not seen whole, are `unknown`.
std::vector<Violation> access_violations(const AnalyzedKernel& kernel, const AccessGates& gates);

}  // namespace clc
