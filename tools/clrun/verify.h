// The verification of clrun, apart from devices, so that it can be tested with algorithms that are wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "context.h"

namespace clc::clrun {

// An offset that no vector width divides.
inline constexpr std::uint64_t k_default_offset = 37;

enum class Status { k_passed, k_failed, k_skipped };

// A row of the table.
struct Row {
  std::string algorithm;
  std::string variant;
  std::string target;
  algorithms::Problem problem;
  algorithms::Verdict verdict;
  Status status = Status::k_failed;
  std::string detail;
  std::optional<ErrorKind> error;  // when it could not even be judged
};

struct Summary {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t skipped = 0;
  int exit_code = 0;  // 0, 6 something is wrong, 3 damaged package, 4 nothing fits or nothing was verified
};

// The sizes of an algorithm on this kind of device with the offset asked for, or by default each size at offset 0
// and one size at k_default_offset.
std::vector<algorithms::Problem> plan_problems(const algorithms::Algorithm& algorithm, DeviceKind kind,
                                               const Options& options);

// Runs everything; `report` gets each row as soon as there is one.
Summary verify_selections(algorithms::Session& session, const std::vector<Selection>& selections,
                          const Options& options, const std::function<void(const Row&)>& report);

}  // namespace clc::clrun
