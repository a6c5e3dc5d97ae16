// `clrun bench`.
#include <algorithm>

#include "base/json_writer.h"
#include "base/platform/process.h"
#include "base/try.h"
#include "bench.h"
#include "commands.h"
#include "common/registry.h"
#include "insight/pages/bench_page.h"
#include "output.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "tables.h"

namespace clc::clrun {
namespace {

// The results of one part of a device, or of the whole.
struct Part {
  Ceilings ceilings;
  std::vector<BenchRow> rows;
  int code = 0;
};

const std::vector<std::string> k_head{"algorithm", "variant", "target", "input", "elements", "kernel ms", "quartiles",
                                      "floor ms",  "wall ms", "cpu ms", "rate",  "unit",     "peer ms",   "peer"};
const std::vector<int> k_widths{17, 20, 14, 8, -10, -9, -15, -9, -9, -10, -9, 7, -9, 20};
constexpr std::size_t k_peer_columns = 2;  // the last ones; only with --peer

// The columns to show, of the head or of a row.
std::vector<std::string> shown(std::vector<std::string> cells, const Options& options) {
  if (options.peer.empty() && cells.size() == k_head.size()) cells.resize(cells.size() - k_peer_columns);
  return cells;
}

std::vector<std::string> cells(const BenchRow& row) {
  std::vector<std::string> cells{row.algorithm, row.variant, row.target.empty() ? "-" : row.target,
                                 input_name(row.problem.input), std::to_string(row.problem.size)};
  if (row.is_without_figures()) {
    cells.insert(cells.end(), {"-", "-", "-", "-", "-", "-", row.failed.empty() ? "skipped" : "failed"});
    return cells;
  }
  const auto& m = row.measurement;
  cells[4] = std::to_string(m.elements);
  const std::string about = m.cpu_share < 1 ? "~" : "";
  cells.insert(cells.end(),
               {short_number(m.kernel_ms.median), short_number(m.kernel_ms.low) + "-" + short_number(m.kernel_ms.high),
                row.floor_ms > 0 ? short_number(row.floor_ms) : "-", short_number(m.wall_ms.median),
                m.cpu_ms > 0 ? about + short_number(m.cpu_ms) : "-", short_number(m.rate), m.unit,
                row.peer.name.empty() ? "-" : short_number(row.peer.ms.median), row.peer.name});
  return cells;
}

std::string row_text(const BenchRow& row, const Options& options) {
  const std::vector<std::string> columns = shown(cells(row), options);
  if (!row.is_without_figures()) return table_row(columns, k_widths);
  return detailed_row(columns, k_widths, row.failed.empty() ? row.skipped : row.failed);
}

void write_json(const algorithms::Spread& spread, JsonWriter& json) {
  json.begin_object().put("median", spread.median, "low", spread.low, "high", spread.high).end_object();
}

void write_json(const BenchRow& row, JsonWriter& json) {
  const auto& m = row.measurement;
  json.begin_object().put("algorithm", row.algorithm, "variant", row.variant, "target", row.target);
  json.put("input", input_name(row.problem.input), "offset", row.problem.offset, "seed", row.problem.seed);
  if (!row.failed.empty()) {
    json.put("error", row.failed);
  } else if (!row.skipped.empty()) {
    json.put("skipped", row.skipped);
  } else {
    json.put("elements", m.elements, "runs", std::uint64_t(m.runs), "launches", std::int64_t(m.launches));
    write_json(m.kernel_ms, json.key("kernel_ms"));
    write_json(m.wall_ms, json.key("wall_ms"));
    json.put("rate", m.rate, "unit", m.unit, "bytes", m.work.bytes, "bus_bytes", m.work.bus_bytes);
    json.put("operations", m.work.operations, "counts", m.work.counts, "floor_ms", row.floor_ms, "cpu_ms", m.cpu_ms);
    json.put("cpu_share", m.cpu_share);
    if (!row.peer.name.empty()) {
      json.key("peer").begin_object().put("name", row.peer.name);
      write_json(row.peer.ms, json.key("ms"));
      json.put("runs", std::uint64_t(row.peer.runs)).end_object();
    }
  }
  json.end_object();
}

std::string to_csv(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += (line.empty() ? "" : ",") + csv_field(field);
  return line + "\n";
}

// Numbers as they are, unlike in the table.
std::string to_csv(const BenchRow& row) {
  const auto& m = row.measurement;
  std::vector<std::string> fields{row.algorithm,
                                  row.variant,
                                  row.target,
                                  input_name(row.problem.input),
                                  std::to_string(m.elements != 0 ? m.elements : row.problem.size),
                                  std::to_string(row.problem.offset),
                                  std::to_string(m.runs)};
  for (const double number :
       {m.kernel_ms.median, m.kernel_ms.low, m.kernel_ms.high, row.floor_ms, m.wall_ms.median, m.wall_ms.low,
        m.wall_ms.high, m.cpu_ms, m.cpu_share, m.work.bytes, m.work.operations, m.rate}) {
    fields.push_back(std::to_string(number));
  }
  fields.insert(fields.end(), {m.unit, m.work.counts, row.failed.empty() ? row.skipped : row.failed, row.peer.name});
  for (const double number : {row.peer.ms.median, row.peer.ms.low, row.peer.ms.high})
    fields.push_back(row.peer.name.empty() ? std::string() : std::to_string(number));
  return to_csv(fields);
}

const std::vector<std::string> k_csv_head{
    "algorithm", "variant",       "target",         "input",       "elements",    "offset",      "runs",
    "kernel_ms", "kernel_low_ms", "kernel_high_ms", "floor_ms",    "wall_ms",     "wall_low_ms", "wall_high_ms",
    "cpu_ms",    "cpu_share",     "bytes",          "operations",  "rate",        "unit",        "counts",
    "problem",   "peer",          "peer_ms",        "peer_low_ms", "peer_high_ms"};

void write_json(const Part& part, const algorithms::Session& session, const Options& options, JsonWriter& json) {
  const DeviceFacts& facts = session.facts();
  json.begin_object().put("device", facts.name, "platform", facts.platform_name, "driver", facts.driver_version);
  json.put("compute_units", facts.compute_units, "warm_ups", std::uint64_t(options.runs.warm_ups));
  json.put("runs", std::uint64_t(options.runs.repeats), "time_limit_s", options.runs.seconds);
  if (options.group != 0) json.key("group").value(std::uint64_t{options.group});
  json.key("ceilings").begin_object().put("bytes_per_s", part.ceilings.bytes_per_s);
  json.put("operations_per_s", part.ceilings.operations_per_s).end_object();
  write_loading(session, json.key("loading"));
  json.key("results").begin_array();
  for (const BenchRow& row : part.rows) write_json(row, json);
  json.end_array().end_object();
}

std::string device_line(const algorithms::Session& session) {
  return "device  " + describe_device(session.facts()) + "\n";
}

// Measuring them can take a minute.
Ceilings ceilings_of(algorithms::Session& session, const Options& options) {
  if (!options.runs.measures_cpu) return {};
  if (platform::is_terminal(2)) show_line("measuring how fast the device copies and computes…");
  Ceilings ceilings = measure_ceilings(session, options.seed);
  clear_line();
  return ceilings;
}

std::string heading(const Ceilings& ceilings, const Options& options) {
  std::string text, most;
  if (ceilings.bytes_per_s > 0) most = short_number(ceilings.bytes_per_s * 1e-9) + " GB/s";
  if (ceilings.operations_per_s > 0)
    most += (most.empty() ? "" : " and ") + short_number(ceilings.operations_per_s * 1e-9) + " GFLOP/s";
  if (options.runs.measures_cpu && !most.empty())
    text += "at most " + most + ", measured in this run: the floor is the time of the work at these speeds\n";
  return text + "\n" + table_row(shown(k_head, options), k_widths);
}

std::string to_json(const std::vector<Part>& parts, const std::vector<std::unique_ptr<algorithms::Session>>& sessions,
                    const Options& options) {
  JsonWriter json(-1);
  if (parts.size() != 1) json.begin_object().key("parts").begin_array();
  for (std::size_t i = 0; i < parts.size(); ++i) write_json(parts[i], *sessions[i], options, json);
  if (parts.size() != 1) json.end_array().end_object();
  return json.text();
}

// The page of these runs and of what they are compared with.
Result<std::string> to_html(std::vector<BenchRun> runs, const Options& options) {
  if (!options.compared.empty()) runs.push_back(CLC_TRY(read_bench_run(options.compared)));
  return bench_page(runs);
}

Result<std::string> render(const Options& options, const std::vector<Part>& parts,
                           const std::vector<std::unique_ptr<algorithms::Session>>& sessions) {
  if (options.format == Format::k_html) return to_html({{"this run", to_json(parts, sessions, options)}}, options);
  if (options.format == Format::k_json) return to_json(parts, sessions, options) + "\n";
  std::string text = to_csv(k_csv_head);
  for (const Part& part : parts) {
    for (const BenchRow& row : part.rows) text += to_csv(row);
  }
  return text;
}

std::string to_text(const Options& options, const std::vector<Part>& parts,
                    const std::vector<std::unique_ptr<algorithms::Session>>& sessions) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : "\n") + device_line(*sessions[i]) + heading(parts[i].ceilings, options);
    for (const BenchRow& row : parts[i].rows) text += row_text(row, options);
    text += "\n" + describe_loading(*sessions[i]) + "\n";
  }
  return text;
}

// The page of an earlier run; nothing is measured.
Result<int> show_stored(const Options& options, Output& output) {
  BenchRun run = CLC_TRY(read_bench_run(options.stored));
  const std::string page = CLC_TRY(to_html({std::move(run)}, options));
  output.write(page);
  return 0;
}

Result<bool> parse_bench(const std::vector<std::string>& arguments, Options& options) {
  const CommandLine line("Measures all algorithms, or those named.", "clrun bench");
  add_names(line, options);
  add_sizes(line, options);
  add_device_options(line, options);
  add_run_counts(line, options);
  line.add("--time-limit SECONDS", options.runs.seconds,
           "the runs of a row end after so many seconds, with 5 at least (default: none)")
      .positive()
      .without_limits_in_messages();
  line.flag(
      "--kernels-only", [&options] { options.runs.measures_cpu = false; },
      "neither the floor nor the CPU's time: takes less time itself");
  line.add("--peer PROGRAM", options.peer, "a program that does the same in another way: its times stand beside ours");
  line.add("--compare FILE", options.compared, "html: an earlier run, as JSON, beside this one");
  line.add("--from FILE", options.stored,
           "html: the page of an earlier run, as JSON (also of bench/algorithms); nothing is measured");
  line.flag("--sweep", options.sweep, "several sizes, each four times the one before");
  add_offset(line, options, "0");
  add_group(line, options);
  add_seed(line, options, "inputs");
  add_format(line, options,
             {{"text", Format::k_text}, {"json", Format::k_json}, {"csv", Format::k_csv}, {"html", Format::k_html}});
  line.footer(
      "Examples:\n  clrun bench reduce sort --device gpu\n  clrun bench vecadd --sweep --format html > vecadd.html\n" +
      device_environment());
  const Result<bool> parsed = line.parse(arguments);
  if (parsed && *parsed && options.format != Format::k_html && !(options.compared + options.stored).empty())
    return fail(ErrorKind::k_usage, "--compare and --from need --format html");
  if (std::ranges::count(options.sizes, std::uint64_t{0}) != 0)
    return fail(ErrorKind::k_usage, "--size 0: there is nothing to measure (clrun verify takes this size)");
  return parsed;
}

Result<int> bench(const Options& options, Output& output, Sink& sink) {
  if (!options.stored.empty()) return show_stored(options, output);
  // Trouble with the compared run is told before hours of measuring.
  if (!options.compared.empty()) CLC_TRY(read_bench_run(options.compared));
  const auto selections = CLC_TRY(select_algorithms(options.names, algorithms::all_algorithms()));
  const auto sessions = CLC_TRY(open_sessions(options, sink));
  if (!options.peer.empty() && sessions.size() > 1)
    return fail(ErrorKind::k_usage, "--peer compares with one part of a device, not with several at the same time");
  std::vector<Part> parts(sessions.size());
  const bool shows_rows = options.format == Format::k_text && parts.size() == 1;
  at_the_same_time(parts.size(), [&](std::size_t i) {
    algorithms::Session& session = *sessions[i];
    if (shows_rows) output.write(device_line(session));
    parts[i].ceilings = ceilings_of(session, options);
    if (shows_rows) output.write(heading(parts[i].ceilings, options));
    const auto report = [&](const BenchRow& row) {
      if (shows_rows) output.write(row_text(row, options));
      parts[i].rows.push_back(row);
    };
    parts[i].code = bench_selections(session, selections, options, parts[i].ceilings, sink, report);
  });
  if (shows_rows) {
    output.write("\n" + describe_loading(*sessions.front()) + "\n");
  } else {
    const std::string text = CLC_TRY(options.format == Format::k_text ? to_text(options, parts, sessions)
                                                                      : render(options, parts, sessions));
    output.write(text);
  }
  for (const Part& part : parts) {
    if (part.code != 0) return part.code;
  }
  return 0;
}

}  // namespace

Result<int> bench_algorithms(const std::vector<std::string>& arguments, Sink& sink) {
  Options options;
  if (!CLC_TRY(parse_bench(arguments, options))) return 0;
  return with_output(options.kernel_output, [&](Output& output) { return bench(options, output, sink); });
}

}  // namespace clc::clrun
