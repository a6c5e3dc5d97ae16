// The verification of clrun, apart from its command, so that it can be tested with algorithms that are wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "context.h"

namespace clc::clrun {

// The offset that is tried by default; no vector width divides it.
inline constexpr std::uint64_t k_default_offset = 37;

enum class Status { k_passed, k_failed, k_skipped };

// The result of one problem.
struct Row {
  std::string algorithm, variant, target;
  algorithms::Problem problem;
  algorithms::Verdict verdict;
  Status status = Status::k_failed;
  std::string detail;
  std::optional<ErrorKind> error;  // set when the problem could not be run
};

struct Summary {
  std::uint64_t passed = 0, failed = 0, skipped = 0;
  int exit_code = 0;  // 6 a result is wrong, 3 the package is damaged, 4 nothing fits or nothing was verified, else 0
};

// The problems to verify on this kind of device: each size with the offset of the options, or by default with offset 0
// and one size with k_default_offset, too.
std::vector<algorithms::Problem> plan_problems(const algorithms::Algorithm& algorithm, DeviceKind kind,
                                               const Options& options);

// Verifies all selections, and calls `report` with each row as soon as there is one.
Summary verify_selections(algorithms::Session& session, const std::vector<Selection>& selections,
                          const Options& options, const std::function<void(const Row&)>& report);

}  // namespace clc::clrun
