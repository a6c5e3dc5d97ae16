#include "verify.h"

#include <algorithm>
#include <exception>

namespace clc::clrun {
namespace {

using algorithms::Algorithm;
using algorithms::AlgorithmVariant;
using algorithms::Problem;
using algorithms::Session;

Row verify_one(Session& session, const Algorithm& algorithm, const AlgorithmVariant& variant, const Problem& problem) {
  Row row;
  row.algorithm = algorithm.name;
  row.variant = variant.name;
  row.problem = problem;
  const auto verdict = [&]() -> Result<algorithms::Verdict> {
    try {
      return variant.verify(session, problem);
    } catch (const std::exception& error) {  // std::bad_alloc, std::length_error
      return fail(ErrorKind::k_unavailable, std::string("not enough memory on this machine: ") + error.what());
    }
  }();
  row.target = session.loaded_target(module_of(algorithm, variant));
  if (!verdict) {
    row.error = verdict.error().kind;
    row.detail = verdict.error().message;
    return row;
  }
  row.verdict = *verdict;
  if (!verdict->skipped.empty()) {
    row.status = Status::k_skipped;
    row.detail = verdict->skipped;
    return row;
  }
  row.detail = verdict->detail;
  row.status = verdict->passed ? Status::k_passed : Status::k_failed;
  return row;
}

Row skipped_row(const Algorithm& algorithm, const AlgorithmVariant& variant, const std::string& reason) {
  Row row;
  row.algorithm = algorithm.name;
  row.variant = variant.name;
  row.status = Status::k_skipped;
  row.detail = reason;
  return row;
}

// Counts rows and finds the exit code: a wrong result outweighs a damaged package, which outweighs a missing variant.
class Tally {
 public:
  void add(const Row& row) {
    if (row.status == Status::k_passed) ++summary_.passed;
    if (row.status == Status::k_skipped) ++summary_.skipped;
    if (row.status != Status::k_failed) return;
    ++summary_.failed;
    if (row.error == ErrorKind::k_unavailable) {
      unavailable_ = true;
    } else if (row.error == ErrorKind::k_damaged || row.error == ErrorKind::k_io) {
      damaged_ = true;
    } else {
      wrong_ = true;
    }
  }
  Summary summary() const {
    Summary summary = summary_;
    summary.exit_code = wrong_ ? 6 : damaged_ ? 3 : unavailable_ || summary.passed == 0 ? 4 : 0;
    return summary;
  }

 private:
  Summary summary_;
  bool wrong_ = false, damaged_ = false, unavailable_ = false;
};

}  // namespace

std::vector<Problem> plan_problems(const Algorithm& algorithm, DeviceKind kind, const Options& options) {
  std::vector<std::uint64_t> sizes = options.sizes;
  if (sizes.empty()) sizes = kind == DeviceKind::k_cpu ? algorithm.cpu_sizes : algorithm.gpu_sizes;
  std::vector<Problem> problems;
  for (const std::uint64_t size : sizes) problems.push_back({size, options.offset.value_or(0), options.seed});
  if (options.offset) return problems;
  // The offset is tried at the largest size that is still quick, so that problems of two dimensions have rows and
  // columns.
  constexpr std::uint64_t k_quick = 200000;
  std::uint64_t chosen = 0;
  for (const std::uint64_t size : sizes) {
    if (size <= k_quick) chosen = std::max(chosen, size);
  }
  problems.push_back({chosen != 0 || sizes.empty() ? chosen : sizes.front(), k_default_offset, options.seed});
  return problems;
}

Summary verify_selections(Session& session, const std::vector<Selection>& selections, const Options& options,
                          const std::function<void(const Row&)>& report) {
  Tally tally;
  const auto add = [&](const Row& row) {
    tally.add(row);
    report(row);
  };
  std::string last_error;
  for (const Selection& selection : selections) {
    const Algorithm& algorithm = *selection.algorithm;
    const auto problems = plan_problems(algorithm, session.facts().kind, options);
    for (const AlgorithmVariant* variant : selection.variants) {
      if (algorithm.needs_fp64 && !session.facts().has_fp64) {
        add(skipped_row(algorithm, *variant, "device has no cl_khr_fp64"));
        continue;
      }
      for (const Problem& problem : problems) {
        Row row = verify_one(session, algorithm, *variant, problem);
        if (!row.error) {
          add(row);
          if (row.status == Status::k_skipped) break;  // whatever the size
          continue;
        }
        // The message is long when no variant fits, and the same for every kernel of the module.
        if (row.detail == last_error) {
          row.detail = "as above";
        } else {
          last_error = row.detail;
        }
        add(row);
        break;  // a variant that does not run at one size will not run at the next
      }
    }
  }
  return tally.summary();
}

}  // namespace clc::clrun
