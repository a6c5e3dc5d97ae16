// `clrun bench`.
#include "clc/internal/json_writer.h"
#include "commands.h"
#include "common/registry.h"
#include "context.h"
#include "text.h"

namespace clc::clrun {
namespace {

struct BenchRow {
  std::string algorithm;
  std::string variant;
  std::string target;
  algorithms::Measurement measurement;
  std::string problem;  // why there is no measurement
};

const std::vector<std::string> k_head{"algorithm", "variant", "target", "elements", "kernel ms", "rate", "unit"};
const std::vector<int> k_widths{17, 20, 18, -10, -11, -10, 8};

std::vector<std::string> cells(const BenchRow& row) {
  if (!row.problem.empty()) return {row.algorithm, row.variant, row.target, "-", "-", "-", row.problem};
  const auto& m = row.measurement;
  return {row.algorithm,        row.variant, row.target, std::to_string(m.elements), short_number(m.kernel_ms),
          short_number(m.rate), m.unit};
}

void write_json(const BenchRow& row, JsonWriter& json) {
  const auto& m = row.measurement;
  json.begin_object();
  json.key("algorithm").value(row.algorithm).key("variant").value(row.variant).key("target").value(row.target);
  if (!row.problem.empty()) {
    json.key("error").value(row.problem);
  } else {
    json.key("elements").value(std::uint64_t{m.elements}).key("kernel_ms").value(m.kernel_ms);
    json.key("rate").value(m.rate).key("unit").value(m.unit);
  }
  json.end_object();
}

std::string to_csv(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  return line + "\n";
}

std::string to_html(const std::vector<BenchRow>& rows, const std::string& device) {
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>clrun bench</title>\n"
      "<style>body{font-family:sans-serif}table{border-collapse:collapse}"
      "td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid #ccc}"
      "td:nth-child(n+4):nth-child(-n+6){text-align:right}</style></head>\n<body>\n<p>" +
      html_text(device) + "</p>\n<table>\n<tr>";
  for (const std::string& name : k_head) text += "<th>" + html_text(name) + "</th>";
  text += "</tr>\n";
  for (const BenchRow& row : rows) {
    text += "<tr>";
    for (const std::string& cell : cells(row)) text += "<td>" + html_text(cell) + "</td>";
    text += "</tr>\n";
  }
  return text + "</table>\n</body>\n</html>\n";
}

std::vector<std::uint64_t> sizes_of(const algorithms::Algorithm& algorithm, DeviceKind kind, const Options& options) {
  if (!options.sizes.empty()) return options.sizes;
  return {kind == DeviceKind::k_cpu ? algorithm.cpu_bench_size : algorithm.gpu_bench_size};
}

std::string render(const Options& options, const std::vector<BenchRow>& rows, const algorithms::Session& session) {
  const DeviceFacts& facts = session.facts();
  if (options.format == Format::k_html) return to_html(rows, describe_device(facts));
  if (options.format == Format::k_csv) {
    std::string text = to_csv(k_head);
    for (const BenchRow& row : rows) text += to_csv(cells(row));
    return text;
  }
  JsonWriter json(-1);
  json.begin_object().key("device").value(facts.name).key("driver").value(facts.driver_version);
  write_loading(session, json.key("loading"));
  json.key("results").begin_array();
  for (const BenchRow& row : rows) write_json(row, json);
  return json.end_array().end_object().text() + "\n";
}

}  // namespace

Result<int> bench_algorithms(const Options& options, Output& output) {
  const auto selections = select_algorithms(options.names, algorithms::all_algorithms());
  if (!selections) return fail(selections);
  auto opened = open_session(options);
  if (!opened) return fail(opened);
  algorithms::Session& session = **opened;
  const bool text = options.format == Format::k_text;
  if (text) output.write("device  " + describe_device(session.facts()) + "\n\n" + table_row(k_head, k_widths));

  std::vector<BenchRow> rows;
  int code = 0;
  for (const Selection& selection : *selections) {
    const algorithms::Algorithm& algorithm = *selection.algorithm;
    for (const algorithms::AlgorithmVariant* variant : selection.variants) {
      for (const std::uint64_t size : sizes_of(algorithm, session.facts().kind, options)) {
        BenchRow row{algorithm.name, variant->name, "", {}, ""};
        if (algorithm.needs_fp64 && !session.facts().has_fp64) {
          row.problem = "skipped: device has no cl_khr_fp64";
        } else if (const auto measured = variant->bench(session, size)) {
          row.measurement = *measured;
        } else {
          row.problem = "failed: " + measured.error().message;
          code = exit_code(measured.error().kind);
        }
        row.target = session.loaded_target(module_of(algorithm, *variant));
        if (text) output.write(table_row(cells(row), k_widths));
        rows.push_back(std::move(row));
      }
    }
  }
  output.write(text ? "\n" + describe_loading(session) + "\n" : render(options, rows, session));
  return code;
}

}  // namespace clc::clrun
