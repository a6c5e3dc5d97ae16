// The limits of clc check that are for sources: what clc report --accesses says of them is held against these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "clc/package/result.h"
#include "support/sink.h"

namespace clc {

struct AccessGates {
  std::optional<double> least_efficiency;
  std::optional<std::uint64_t> most_conflicts;
  bool no_divergent_barrier = false;

  bool are_given() const { return least_efficiency || most_conflicts || no_divergent_barrier; }
};

void add_access_gates(CLI::App& app, AccessGates& gates);

// clc check FILE.cl, with one of these limits.
bool names_access_gates(const std::vector<std::string>& words);
Result<int> check_sources(const std::vector<std::string>& words, Sink& sink);

}  // namespace clc
