#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "base/text.h"
#include "insight/report/measured.h"

namespace clc {
namespace {

using Row = std::vector<std::string>;

// A line of CSV; a doubled quote within quotes is one.
Row fields_of(std::string_view line) {
  Row fields(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      is_quoted = !is_quoted;
    } else if (line[i] == ',' && !is_quoted) {
      fields.emplace_back();
    } else if (line[i] != '\r') {
      fields.back() += line[i];
    }
  }
  return fields;
}

// "1,234.5" is one number for ncu, and "nan" is none.
std::optional<double> number(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

// Rows as values by the names of columns; lines before the header, which ncu writes, are left out.
struct Table {
  Row head;
  std::vector<Row> rows;

  std::string at(const Row& row, std::string_view name) const {
    const auto found = std::ranges::find(head, name);
    const auto column = static_cast<std::size_t>(found - head.begin());
    return found == head.end() || column >= row.size() ? "" : row[column];
  }
};

Table table_of(std::string_view text, std::string_view first_column) {
  Table table;
  for (const std::string_view line : lines_of(text)) {
    Row row = fields_of(line);
    if (!table.head.empty()) {
      table.rows.push_back(std::move(row));
    } else if (std::ranges::find(row, first_column) != row.end()) {
      table.head = std::move(row);
    }
  }
  return table;
}

// Microseconds of a time of ncu; nothing of other units.
std::optional<double> microseconds(double value, const std::string& unit) {
  static const std::map<std::string, double> k_units = {{"ns", 1e-3}, {"nsecond", 1e-3}, {"us", 1},  {"usecond", 1},
                                                        {"ms", 1e3},  {"msecond", 1e3},  {"s", 1e6}, {"second", 1e6}};
  const auto found = k_units.find(unit);
  if (found == k_units.end()) return std::nullopt;
  return value * found->second;
}

void add_metric(const std::string& name, const std::string& unit, const std::string& text, MeasuredLaunch& launch) {
  const std::optional<double> value = number(text);
  if (!value) return;
  const bool is_time = name == "gpu__time_duration.sum" || name == "Duration";
  const std::optional<double> us = is_time ? microseconds(*value, unit) : std::nullopt;
  if (us) {
    launch.us = launch.least_us = launch.most_us = *us;
  } else {
    launch.counters.push_back({name, *value, unit});
  }
}

// A launch is called "kernel(float*, int)" where ncu knows the arguments.
MeasuredLaunch ncu_launch(const Table& table, const Row& row) {
  const std::string name = table.at(row, "Kernel Name");
  MeasuredLaunch launch{"ncu", name.substr(0, name.find('(')), "", table.at(row, "Device")};
  if (launch.device.find_first_not_of("0123456789") == std::string::npos) {
    const std::string capability = table.at(row, "CC");
    launch.device = capability.empty() ? "" : "compute capability " + capability;
  }
  const std::string grid = table.at(row, "Grid Size"), block = table.at(row, "Block Size");
  if (!grid.empty()) launch.launch = grid + " groups of " + block;
  return launch;
}

// ncu writes a row for each metric of a launch, or with --page raw a row for each launch, below one with the units.
std::vector<MeasuredLaunch> ncu_launches(const Table& table) {
  std::vector<MeasuredLaunch> launches;
  const bool is_long = std::ranges::find(table.head, "Metric Name") != table.head.end();
  std::string last;
  const Row units = is_long || table.rows.empty() ? Row() : table.rows.front();
  for (const Row& row : table.rows) {
    const std::string id = table.at(row, "ID");
    if (id.empty()) continue;
    if (launches.empty() || !is_long || id != last) launches.push_back(ncu_launch(table, row));
    last = id;
    if (is_long) {
      add_metric(table.at(row, "Metric Name"), table.at(row, "Metric Unit"), table.at(row, "Metric Value"),
                 launches.back());
      continue;
    }
    for (std::size_t i = 0; i < std::min(row.size(), table.head.size()); ++i)
      if (table.head[i].find("__") != std::string::npos)
        add_metric(table.head[i], i < units.size() ? units[i] : "", row[i], launches.back());
  }
  return launches;
}

// "(64, 1, 1)" of three columns; empty where they are missing.
std::string size_in(const Table& table, const Row& row, const std::string& name) {
  const std::string x = table.at(row, name + "_X"), y = table.at(row, name + "_Y"), z = table.at(row, name + "_Z");
  return x.empty() ? "" : "(" + x + ", " + y + ", " + z + ")";
}

std::vector<MeasuredLaunch> rocprof_launches(const Table& table) {
  std::vector<MeasuredLaunch> launches;
  for (const Row& row : table.rows) {
    const std::optional<double> start = number(table.at(row, "Start_Timestamp")),
                                end = number(table.at(row, "End_Timestamp"));
    if (!start || !end) continue;
    MeasuredLaunch launch{"rocprofv3", table.at(row, "Kernel_Name"), "", table.at(row, "Agent_Id")};
    // Its grid counts work-items.
    const std::string grid = size_in(table, row, "Grid_Size"), group = size_in(table, row, "Workgroup_Size");
    if (!grid.empty()) launch.launch = grid + " work-items in groups of " + group;
    launch.us = launch.least_us = launch.most_us = (*end - *start) * 1e-3;
    launches.push_back(std::move(launch));
  }
  return launches;
}

bool is_same(const MeasuredCounter& one, const MeasuredCounter& other) {
  return one.name == other.name && one.value == other.value && one.unit == other.unit;
}

// Launches of one kernel with the same size and counters are one row with the middle of their times.
std::vector<MeasuredLaunch> joined(std::vector<MeasuredLaunch> launches) {
  std::vector<MeasuredLaunch> rows;
  std::vector<std::vector<double>> times;
  for (MeasuredLaunch& launch : launches) {
    const auto same = std::ranges::find_if(rows, [&](const MeasuredLaunch& row) {
      return row.kernel == launch.kernel && row.launch == launch.launch && row.device == launch.device &&
             std::ranges::equal(row.counters, launch.counters, is_same);
    });
    const auto at = static_cast<std::size_t>(same - rows.begin());
    if (same == rows.end()) times.emplace_back();
    times[at].push_back(launch.us);
    if (same == rows.end()) rows.push_back(std::move(launch));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::sort(times[i]);
    rows[i].launches = times[i].size();
    rows[i].us = times[i][times[i].size() / 2];
    rows[i].least_us = times[i].front();
    rows[i].most_us = times[i].back();
  }
  return rows;
}

}  // namespace

std::vector<MeasuredLaunch> measured_in_csv(std::string_view text) {
  if (const Table table = table_of(text, "Kernel Name"); !table.rows.empty()) return joined(ncu_launches(table));
  return joined(rocprof_launches(table_of(text, "Kernel_Name")));
}

}  // namespace clc
