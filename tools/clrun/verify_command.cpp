// `clrun verify`.
#include "clc/internal/json_writer.h"
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

std::string painted_status(Status status, bool has_color) {
  const Tone tone = status == Status::k_passed   ? Tone::k_good
                    : status == Status::k_failed ? Tone::k_bad
                                                 : Tone::k_warning;
  return painted(tone, status_name(status), has_color);
}

// A row of the table. The last cell is the status, followed by the detail.
std::string to_text(const Row& row, bool has_color) {
  std::string result = painted_status(row.status, has_color);
  if (row.status == Status::k_skipped) {
    return table_row({row.algorithm, row.variant, "-", "-", "-", "-", "-", "-", result + ": " + row.detail}, k_widths);
  }
  if (!row.detail.empty()) result += ": " + row.detail;
  return table_row({row.algorithm, row.variant, row.target.empty() ? "-" : row.target,
                    std::to_string(row.error ? row.problem.size : row.verdict.elements),
                    std::to_string(row.problem.offset), short_number(row.verdict.times.write_ms),
                    short_number(row.verdict.times.kernel_ms), short_number(row.verdict.times.read_ms), result},
                   k_widths);
}

void write_json(const Row& row, JsonWriter& json) {
  json.begin_object();
  json.key("algorithm").value(row.algorithm).key("variant").value(row.variant).key("target").value(row.target);
  json.key("size").value(std::uint64_t{row.problem.size}).key("offset").value(std::uint64_t{row.problem.offset});
  json.key("seed").value(std::uint64_t{row.problem.seed}).key("elements").value(std::uint64_t{row.verdict.elements});
  json.key("write_ms").value(row.verdict.times.write_ms).key("kernel_ms").value(row.verdict.times.kernel_ms);
  json.key("read_ms").value(row.verdict.times.read_ms).key("status").value(status_name(row.status));
  json.key("detail").value(row.detail).end_object();
}

void write_json(const std::vector<Row>& rows, const Summary& summary, const algorithms::Session& session,
                JsonWriter& json) {
  const DeviceFacts& facts = session.facts();
  json.begin_object().key("device").value(facts.name).key("platform").value(facts.platform_name);
  json.key("driver").value(facts.driver_version);
  json.key("package").value(manifest_digest(session.package().manifest()));
  write_loading(session, json.key("loading"));
  json.key("results").begin_array();
  for (const Row& row : rows) write_json(row, json);
  json.end_array().key("passed").value(std::uint64_t{summary.passed});
  json.key("failed").value(std::uint64_t{summary.failed});
  json.key("skipped").value(std::uint64_t{summary.skipped}).end_object();
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
  const std::string digest = manifest_digest((*session)->package().manifest());
  const bool text = options.format == Format::k_text;

  if (text) output.write(heading(**session, package_path(options.package), digest));
  std::vector<Row> rows;
  const Summary summary = verify_selections(**session, *selections, options, [&](const Row& row) {
    if (text) {
      output.write(to_text(row, output.has_color()));
    } else {
      rows.push_back(row);
    }
  });
  if (text) {
    const auto counted = [&](std::uint64_t n, Tone tone, const char* what) {
      return painted(tone, std::to_string(n) + " " + what, n != 0 && output.has_color());
    };
    output.write("\n" + counted(summary.passed, Tone::k_good, "passed") + ", " +
                 counted(summary.failed, Tone::k_bad, "failed") + ", " +
                 counted(summary.skipped, Tone::k_warning, "skipped") + "\n" + describe_loading(**session) + "\n");
  } else {
    JsonWriter json(-1);
    write_json(rows, summary, **session, json);
    output.write(json.text() + "\n");
  }
  return summary.exit_code;
}

}  // namespace clc::clrun
