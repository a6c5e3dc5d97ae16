// `clrun verify`.
#include "clc/package/add_on.h"
#include "commands.h"
#include "common/registry.h"
#include "text.h"
#include "verify.h"

namespace clc::clrun {
namespace {

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

// A row of the table. The last cell is the status, followed by the detail.
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

// What stands above the rows: device, package, add-ons, and the names of the columns.
std::string heading(const algorithms::Session& session, const std::string& path, const std::string& digest) {
  std::string text =
      "device   " + describe_device(session.facts()) + "\npackage  " + path + " " + digest.substr(0, 16) + "\n";
  for (const AddOn& add_on : session.package().add_ons()) {
    if (add_on.package) text += "add-on   " + add_on.path + "\n";
  }
  return text + "\n" +
         table_row(
             {"algorithm", "variant", "target", "elements", "offset", "write ms", "kernel ms", "read ms", "result"},
             k_widths);
}

}  // namespace

Result<int> verify_algorithms(const Options& options, Output& output) {
  const auto selections = select_algorithms(options.names, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  auto session = open_session(options);
  if (!session) return fail(session);
  const DeviceFacts& facts = (*session)->facts();
  const std::string digest = manifest_digest((*session)->package().manifest());
  const bool text = options.format == Format::k_text;

  if (text) output.write(heading(**session, package_path(options.package), digest));
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
