// `clrun verify`.
#include "base/json_writer.h"
#include "base/try.h"
#include "clc/package/add_on.h"
#include "commands.h"
#include "common/registry.h"
#include "output.h"
#include "support/command_line.h"
#include "tables.h"
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
  const std::string result = painted_status(row.status, has_color);
  if (row.status == Status::k_skipped)
    return detailed_row({row.algorithm, row.variant, "-", "-", "-", "-", "-", "-", result}, k_widths, row.detail);
  const std::vector<std::string> cells{row.algorithm,
                                       row.variant,
                                       row.target.empty() ? "-" : row.target,
                                       std::to_string(row.error ? row.problem.size : row.verdict.elements),
                                       std::to_string(row.problem.offset),
                                       short_number(row.verdict.times.write_ms),
                                       short_number(row.verdict.times.kernel_ms),
                                       short_number(row.verdict.times.read_ms),
                                       result};
  return row.detail.empty() ? table_row(cells, k_widths) : detailed_row(cells, k_widths, row.detail);
}

void write_json(const Row& row, JsonWriter& json) {
  json.begin_object().put("algorithm", row.algorithm, "variant", row.variant, "target", row.target);
  json.put("size", row.problem.size, "offset", row.problem.offset, "seed", row.problem.seed);
  json.put("elements", row.verdict.elements, "write_ms", row.verdict.times.write_ms);
  json.put("kernel_ms", row.verdict.times.kernel_ms, "read_ms", row.verdict.times.read_ms);
  json.put("status", status_name(row.status), "detail", row.detail).end_object();
}

// The results of one part of a device, or of the whole.
struct Part {
  std::vector<Row> rows;
  Summary summary;
};

void write_json(const Part& part, const algorithms::Session& session, JsonWriter& json) {
  const DeviceFacts& facts = session.facts();
  json.begin_object().put("device", facts.name, "platform", facts.platform_name, "driver", facts.driver_version);
  json.put("compute_units", facts.compute_units, "package", manifest_digest(session.package().manifest()));
  write_loading(session, json.key("loading"));
  json.key("results").begin_array();
  for (const Row& row : part.rows) write_json(row, json);
  json.end_array().put("passed", part.summary.passed, "failed", part.summary.failed, "skipped", part.summary.skipped);
  json.end_object();
}

// The text above the rows: device, package, add-ons, and the names of the columns.
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

std::string footing(const Summary& summary, const algorithms::Session& session, bool has_color) {
  const auto counted = [&](std::uint64_t n, Tone tone, const char* what) {
    return painted(tone, std::to_string(n) + " " + what, n != 0 && has_color);
  };
  return "\n" + counted(summary.passed, Tone::k_good, "passed") + ", " +
         counted(summary.failed, Tone::k_bad, "failed") + ", " + counted(summary.skipped, Tone::k_warning, "skipped") +
         "\n" + describe_loading(session) + "\n";
}

// 6 beats 3, and 3 beats 4.
int worst(int code, int other) {
  const auto rank = [](int of) { return of == 6 ? 3 : of == 3 ? 2 : of == 4 ? 1 : 0; };
  return rank(other) > rank(code) ? other : code;
}

// Several parts of a device verify at the same time, and are shown one after the other.
int verify_parts(const std::vector<std::unique_ptr<algorithms::Session>>& sessions,
                 const std::vector<Selection>& selections, const Options& options, Output& output, bool has_color) {
  std::vector<Part> parts(sessions.size());
  at_the_same_time(sessions.size(), [&](std::size_t i) {
    parts[i].summary =
        verify_selections(*sessions[i], selections, options, [&](const Row& row) { parts[i].rows.push_back(row); });
  });
  int code = 0;
  JsonWriter json(-1);
  json.begin_object().key("parts").begin_array();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    code = worst(code, parts[i].summary.exit_code);
    write_json(parts[i], *sessions[i], json);
    if (options.format != Format::k_text) continue;
    output.write((i == 0 ? "" : "\n") + heading(*sessions[i], package_path(options.package),
                                                manifest_digest(sessions[i]->package().manifest())));
    for (const Row& row : parts[i].rows) output.write(to_text(row, has_color));
    output.write(footing(parts[i].summary, *sessions[i], has_color));
  }
  if (options.format != Format::k_text) output.write(json.end_array().end_object().text() + "\n");
  return code;
}

Result<bool> parse_verify(const std::vector<std::string>& arguments, Options& options) {
  const CommandLine line("Compares the results of all algorithms, or of those named, with a CPU reference.",
                         "clrun verify");
  add_names(line, options);
  add_sizes(line, options);
  add_device_options(line, options);
  add_offset(line, options, "0, and once " + std::to_string(k_default_offset));
  add_seed(line, options, "inputs");
  add_format(line, options, {{"text", Format::k_text}, {"json", Format::k_json}});
  line.footer("Examples:\n  clrun verify --device gpu\n  clrun verify vecadd reduce/fast --size 1000000\n" +
              device_environment());
  return line.parse(arguments);
}

Result<int> verify(const Options& options, Output& output, Sink& sink) {
  const auto selections = CLC_TRY(select_algorithms(options.names, algorithms::all_algorithms()));
  const auto sessions = CLC_TRY(open_sessions(options, sink));
  const bool has_color = sink.has_output_color();
  if (sessions.size() != 1) return verify_parts(sessions, selections, options, output, has_color);
  algorithms::Session& session = *sessions.front();
  const std::string digest = manifest_digest(session.package().manifest());
  const bool text = options.format == Format::k_text;

  if (text) output.write(heading(session, package_path(options.package), digest));
  Part part;
  part.summary = verify_selections(session, selections, options, [&](const Row& row) {
    if (text) {
      output.write(to_text(row, has_color));
    } else {
      part.rows.push_back(row);
    }
  });
  if (text) {
    output.write(footing(part.summary, session, has_color));
  } else {
    JsonWriter json(-1);
    write_json(part, session, json);
    output.write(json.text() + "\n");
  }
  return part.summary.exit_code;
}

}  // namespace

Result<int> verify_algorithms(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_verify(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return verify(options, output, sink); });
}

}  // namespace clc::clrun
