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

  // Case does not count: rocpd2csv writes Vgpr_Count, and rocprofv3 VGPR_Count.
  std::string at(const Row& row, std::string_view name) const {
    const auto found = std::ranges::find_if(head, [&](const std::string& one) { return lower(one) == lower(name); });
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

// "(64, 1, 1)" of three columns, or "64" of the one that counter collections have; empty where they are missing.
std::string size_in(const Table& table, const Row& row, const std::string& name) {
  const std::string x = table.at(row, name + "_X"), y = table.at(row, name + "_Y"), z = table.at(row, name + "_Z");
  return x.empty() ? table.at(row, name) : "(" + x + ", " + y + ", " + z + ")";
}

// The name of a kernel of OpenCL: not mangled, but the code object's descriptor may stand in its place.
std::string rocprof_name(const std::string& name) {
  constexpr std::string_view k_descriptor = ".kd";
  const std::string_view bare = std::string_view(name).substr(0, std::min(name.find('('), name.find(" [clone")));
  return std::string(bare.ends_with(k_descriptor) ? bare.substr(0, bare.size() - k_descriptor.size()) : bare);
}

MeasuredLaunch rocprof_launch(const Table& table, const Row& row) {
  MeasuredLaunch launch{"rocprofv3", rocprof_name(table.at(row, "Kernel_Name")), "", table.at(row, "Agent_Id")};
  if (!launch.device.empty() && launch.device.find_first_not_of("0123456789") == std::string::npos)
    launch.device = "Agent " + launch.device;  // as later versions write it
  // Its grid counts work-items.
  const std::string grid = size_in(table, row, "Grid_Size"), group = size_in(table, row, "Workgroup_Size");
  if (!grid.empty()) launch.launch = grid + " work-items in groups of " + group;
  const std::optional<double> start = number(table.at(row, "Start_Timestamp")),
                              end = number(table.at(row, "End_Timestamp"));
  if (start && end) launch.us = launch.least_us = launch.most_us = (*end - *start) * 1e-3;
  for (const char* name : {"VGPR_Count", "Accum_VGPR_Count", "SGPR_Count", "LDS_Block_Size", "Scratch_Size"})
    if (const std::optional<double> value = number(table.at(row, name))) launch.counters.push_back({name, *value, ""});
  return launch;
}

// rocprofv3 writes a row for each launch into kernel_trace.csv, and into counter_collection.csv one for each counter.
std::vector<MeasuredLaunch> rocprof_launches(const Table& table) {
  std::vector<MeasuredLaunch> launches;
  std::map<Row, std::size_t> places;  // by what tells launches from each other
  for (const Row& row : table.rows) {
    const std::string counter = table.at(row, "Counter_Name");
    const Row key = {table.at(row, "Guid"), table.at(row, "Process_Id"), table.at(row, "Agent_Id"),
                     table.at(row, "Dispatch_Id")};
    const bool is_known = !counter.empty() && places.contains(key);
    if (!is_known) {
      places[key] = launches.size();
      launches.push_back(rocprof_launch(table, row));
    }
    if (!counter.empty()) add_metric(counter, "", table.at(row, "Counter_Value"), launches[places[key]]);
  }
  return launches;
}

// The middle of several values, which it sorts.
double middle(std::vector<double>& values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Launches of one kernel with the same size and kinds of counters are one row with the middle of times and values.
std::vector<MeasuredLaunch> joined(std::vector<MeasuredLaunch> launches) {
  std::vector<MeasuredLaunch> rows;
  std::vector<std::vector<std::vector<double>>> values;  // by row: the times, and those of each counter
  const auto is_same = [](const MeasuredCounter& one, const MeasuredCounter& other) {
    return one.name == other.name && one.unit == other.unit;
  };
  for (MeasuredLaunch& launch : launches) {
    const auto same = std::ranges::find_if(rows, [&](const MeasuredLaunch& row) {
      return row.kernel == launch.kernel && row.launch == launch.launch && row.device == launch.device &&
             std::ranges::equal(row.counters, launch.counters, is_same);
    });
    const auto at = static_cast<std::size_t>(same - rows.begin());
    if (same == rows.end()) values.emplace_back(launch.counters.size() + 1);
    values[at][0].push_back(launch.us);
    for (std::size_t i = 0; i < launch.counters.size(); ++i) values[at][i + 1].push_back(launch.counters[i].value);
    if (same == rows.end()) rows.push_back(std::move(launch));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double>& times = values[i][0];
    rows[i].launches = times.size();
    rows[i].us = middle(times);
    rows[i].least_us = times.front();
    rows[i].most_us = times.back();
    for (std::size_t j = 0; j < rows[i].counters.size(); ++j) rows[i].counters[j].value = middle(values[i][j + 1]);
  }
  return rows;
}

}  // namespace

std::vector<MeasuredLaunch> measured_in_csv(std::string_view text) {
  if (const Table table = table_of(text, "Kernel Name"); !table.rows.empty()) return joined(ncu_launches(table));
  return joined(rocprof_launches(table_of(text, "Kernel_Name")));
}

}  // namespace clc
