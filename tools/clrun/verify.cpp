#include "verify.h"

#include <algorithm>

#include "clc/package/add_on.h"
#include "commands.h"
#include "text.h"

namespace clc::clrun {
namespace {

using algorithms::Algorithm;
using algorithms::AlgorithmVariant;
using algorithms::Problem;
using algorithms::Session;

const std::vector<int> k_widths{17, 20, 18, -9, -6, -9, -10, -9, 7};

const char* status_name(Status status) {
  switch (status) {
    case Status::k_passed:
      return "passed";
    case Status::k_failed:
      return "failed";
    case Status::k_skipped:
      break;
  }
  return "skipped";
}

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
  row.target = session.loaded_target(algorithm.module);
  if (!verdict) {
    row.error = verdict.error().kind;
    row.detail = verdict.error().message;
    return row;
  }
  row.verdict = *verdict;
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

// Counts rows and finds the exit code: a wrong result outweighs a damaged package, and that a missing variant.
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

// "passed" and the like, with everything that does not fit a column behind it.
std::string to_text(const Row& row) {
  if (row.status == Status::k_skipped) {
    return table_row({row.algorithm, row.variant, "-", "-", "-", "-", "-", "-", "skipped: " + row.detail}, k_widths);
  }
  std::string result = status_name(row.status);
  if (!row.detail.empty()) result += ": " + row.detail;
  return table_row({row.algorithm, row.variant, row.target.empty() ? "-" : row.target,
                    std::to_string(row.error ? row.problem.size : row.verdict.elements),
                    std::to_string(row.problem.offset), short_number(row.verdict.times.write_ms),
                    short_number(row.verdict.times.kernel_ms), short_number(row.verdict.times.read_ms), result},
                   k_widths);
}

std::string to_json(const Row& row) {
  return json_object({{"algorithm", json_string(row.algorithm)},
                      {"variant", json_string(row.variant)},
                      {"target", json_string(row.target)},
                      {"size", std::to_string(row.problem.size)},
                      {"offset", std::to_string(row.problem.offset)},
                      {"seed", std::to_string(row.problem.seed)},
                      {"elements", std::to_string(row.verdict.elements)},
                      {"write_ms", json_number(row.verdict.times.write_ms)},
                      {"kernel_ms", json_number(row.verdict.times.kernel_ms)},
                      {"read_ms", json_number(row.verdict.times.read_ms)},
                      {"status", json_string(status_name(row.status))},
                      {"detail", json_string(row.detail)}});
}

}  // namespace

std::vector<Problem> plan_problems(const Algorithm& algorithm, DeviceKind kind, const Options& options) {
  std::vector<std::uint64_t> sizes = options.sizes;
  if (sizes.empty()) sizes = kind == DeviceKind::k_cpu ? algorithm.cpu_sizes : algorithm.gpu_sizes;
  std::vector<Problem> problems;
  for (const std::uint64_t size : sizes) problems.push_back({size, options.offset.value_or(0), options.seed});
  if (options.offset) return problems;
  // The largest that still takes no time: in two dimensions it has rows and columns.
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
          continue;
        }
        // Long when no variant fits, and then the same for every kernel of the module.
        if (row.detail == last_error) {
          row.detail = "as above";
        } else {
          last_error = row.detail;
        }
        add(row);
        break;  // what could not be run at one size will not run at the next
      }
    }
  }
  return tally.summary();
}

Result<int> verify_algorithms(const Options& options, Output& output) {
  const auto selections = select_algorithms(options.names, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  auto session = open_session(options);
  if (!session) return fail(session);
  const DeviceFacts& facts = (*session)->facts();
  const std::string digest = manifest_digest((*session)->package().manifest());
  const bool text = options.format == Format::k_text;

  if (text) {
    output.write("device   " + describe_device(facts) + "\npackage  " + package_path(options.package) + " " +
                 digest.substr(0, 16) + "\n");
    for (const AddOn& add_on : (*session)->package().add_ons()) {
      if (add_on.package) output.write("add-on   " + add_on.path + "\n");
    }
    output.write("\n");
    output.write(table_row(
        {"algorithm", "variant", "target", "elements", "offset", "write ms", "kernel ms", "read ms", "result"},
        k_widths));
  }
  std::vector<std::string> rows;
  const Summary summary = verify_selections(**session, *selections, options, [&](const Row& row) {
    if (text) {
      output.write(to_text(row));
    } else {
      rows.push_back(to_json(row));
    }
  });
  if (text) {
    output.write("\n" + std::to_string(summary.passed) + " passed, " + std::to_string(summary.failed) + " failed, " +
                 std::to_string(summary.skipped) + " skipped\n" + describe_loading(**session) + "\n");
  } else {
    output.write(json_object({{"device", json_string(facts.name)},
                              {"platform", json_string(facts.platform_name)},
                              {"driver", json_string(facts.driver_version)},
                              {"package", json_string(digest)},
                              {"loading", loading_json(**session)},
                              {"results", json_array(rows)},
                              {"passed", std::to_string(summary.passed)},
                              {"failed", std::to_string(summary.failed)},
                              {"skipped", std::to_string(summary.skipped)}}) +
                 "\n");
  }
  return summary.exit_code;
}

}  // namespace clc::clrun
