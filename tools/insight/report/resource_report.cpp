#include "insight/report/resource_report.h"

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>
#include <set>

#include "base/printable.h"
#include "base/text.h"
#include "clc/package/amd_chips.h"
#include "clc/package/resource_names.h"
#include "clc/package/target.h"
#include "insight/report/work_report.h"

namespace clc {
namespace {

using Row = std::vector<std::string>;

std::string number_or(const std::optional<std::int64_t>& value, const char* unknown) {
  return value ? std::to_string(*value) : unknown;
}

std::optional<std::int64_t> metric(const KernelMetrics& kernel, const char* name) {
  return find_metric(name)->value(kernel);
}

// Bytes on NVIDIA, and on Intel where registers are not known; registers elsewhere.
std::string spills_text(const KernelMetrics& kernel) {
  const std::string text = number_or(metric(kernel, "spills"), "-");
  const bool in_bytes = kernel.find(resource::k_spill_store_bytes) ||
                        (kernel.find(resource::k_spill_bytes) && !kernel.find(resource::k_register_spills));
  return text != "-" && text != "0" && in_bytes ? text + " B" : text;
}

std::string fill_text(const KernelMetrics& kernel) {
  const std::optional<double> fill = vliw_fill(kernel);
  return fill ? percent_text(*fill) + " %" : "-";
}

std::string alive_text(const KernelMetrics& kernel) {
  return kernel.most_alive ? std::to_string(kernel.most_alive->registers) : "-";
}

std::string alive_place(const KernelMetrics& kernel) {
  return kernel.most_alive && !kernel.most_alive->place.empty() ? kernel.most_alive->place : "-";
}

std::string alive_of_wave(const KernelMetrics& kernel) {
  return kernel.most_alive && kernel.most_alive->of_wave ? std::to_string(*kernel.most_alive->of_wave) : "-";
}

struct TextColumn {
  const char* title;
  std::function<std::string(const KernelMetrics&)> cell;
  bool always = true;     // false: shown only if some kernel has a value
  bool is_count = false;  // counts instructions
};

TextColumn resource_column(const char* title, const char* name) {
  return {title, [name](const KernelMetrics& kernel) { return number_or(kernel.find(name), "-"); }, false};
}

TextColumn count_column(const char* title, const char* name) {
  TextColumn column = resource_column(title, name);
  column.is_count = true;
  return column;
}

const std::vector<TextColumn>& text_columns() {
  static const std::vector<TextColumn> k_columns = {
      {"module", [](const KernelMetrics& kernel) { return kernel.module; }},
      {"kernel", [](const KernelMetrics& kernel) { return kernel.kernel; }},
      {"target", [](const KernelMetrics& kernel) { return kernel.target; }},
      {"registers", [](const KernelMetrics& kernel) { return number_or(metric(kernel, "registers"), "-"); }},
      resource_column("scalar", resource::k_scalar_registers),
      resource_column("accum", resource::k_accumulation_registers),
      {"spills", spills_text},
      {"scratch", [](const KernelMetrics& kernel) { return number_or(kernel.find(resource::k_scratch_bytes), "-"); }},
      {"local", [](const KernelMetrics& kernel) { return number_or(kernel.find(resource::k_local_bytes), "-"); }},
      {"code", [](const KernelMetrics& kernel) { return number_or(kernel.find(resource::k_code_bytes), "-"); }},
      {"alive", alive_text, false},
      {"of wave", alive_of_wave, false},
      {"at", alive_place, false},
      count_column("instr", resource::k_instructions),
      count_column("mem", resource::k_memory_instructions),
      count_column("lds", resource::k_local_instructions),
      count_column("arith", resource::k_arithmetic_instructions),
      count_column("matrix", resource::k_matrix_instructions),
      count_column("branch", resource::k_branch_instructions),
      {"fill", fill_text, false, true},
  };
  return k_columns;
}
constexpr std::size_t k_name_columns = 3;

std::vector<TextColumn> shown_columns(const std::vector<KernelMetrics>& kernels) {
  std::vector<TextColumn> shown;
  for (const TextColumn& column : text_columns()) {
    const auto has_value = [&](const KernelMetrics& kernel) { return column.cell(kernel) != "-"; };
    if (column.always || std::ranges::any_of(kernels, has_value)) shown.push_back(column);
  }
  return shown;
}

// The work-groups of the rows of a kernel: as they were asked for, or one by its number of work-items.
std::vector<WorkSize> shown_groups(const KernelMetrics& kernel, const Selection& selection) {
  if (!selection.work_groups.empty()) return selection.work_groups;
  return {{work_groups_of(kernel, selection).front(), 1, 1}};
}

Result<Occupancy> occupancy_of_group(const KernelMetrics& kernel, const WorkSize& size, const Selection& selection) {
  return occupancy_of(kernel, work_items_of(size), selection.dynamic_local, selection.registers);
}

void add_occupancy_cells(const WorkSize& work_group, const Result<Occupancy>& occupancy, Row& row) {
  row.push_back(work_size_text(work_group));
  if (!occupancy) {
    row.insert(row.end(), {"-", "-", "-"});
    return;
  }
  row.push_back(percent_text(occupancy->fraction()) + " %");
  row.push_back(std::to_string(occupancy->waves) + "/" + std::to_string(occupancy->max_waves));
  row.push_back(limits_text(*occupancy));
}

std::string csv_field(const std::string& foreign) {
  const std::string text = printable(foreign);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// One line of the CSV: a kernel at one work-group size.
struct CsvRow {
  const KernelMetrics& kernel;
  WorkSize work_group;
  bool is_asked;  // for this size
  Result<Occupancy> occupancy;
  std::optional<ChipLimits> chip;

  std::uint64_t items() const { return work_items_of(work_group); }
  std::string resource(const char* name) const { return number_or(kernel.find(name), ""); }
  std::string limit(std::uint64_t ChipLimits::* member) const {
    return chip && (*chip).*member != 0 ? std::to_string((*chip).*member) : "";
  }
  std::string dimension(std::size_t which) const {
    if (const std::uint64_t size = kernel.required_work_group_size[which]; size != 0) return std::to_string(size);
    return is_asked ? std::to_string(work_group[which]) : "";
  }
};

std::string vector_registers(const CsvRow& row) {
  const std::string nvidia = row.resource(resource::k_registers);
  return nvidia.empty() ? row.resource(resource::k_vector_registers) : nvidia;
}

std::string wave_size(const CsvRow& row) {
  const std::string compiled = row.resource(resource::k_wave_size);
  return compiled.empty() ? row.limit(&ChipLimits::wave_size) : compiled;
}

struct CsvColumn {
  const char* title;
  std::function<std::string(const CsvRow&)> field;
};

CsvColumn resource_field(const char* title, const char* name) {
  return {title, [name](const CsvRow& row) { return row.resource(name); }};
}

const std::vector<CsvColumn>& csv_columns() {
  static const std::vector<CsvColumn> k_columns = {
      {"MODULE", [](const CsvRow& row) { return row.kernel.module; }},
      {"KERNEL", [](const CsvRow& row) { return row.kernel.kernel; }},
      {"TARGET", [](const CsvRow& row) { return row.kernel.target; }},
      // Columns of Radeon GPU Analyzer's `--analysis` file, in its order.
      {"DEVICE", [](const CsvRow& row) { return std::string(device_of_target(row.kernel.target)); }},
      resource_field("SCRATCH_MEM", resource::k_scratch_bytes),
      {"THREADS_PER_WORKGROUP", [](const CsvRow& row) { return std::to_string(row.items()); }},
      {"WAVEFRONT_SIZE", wave_size},
      {"AVAILABLE_LDS_BYTES", [](const CsvRow& row) { return row.limit(&ChipLimits::local_bytes); }},
      resource_field("USED_LDS_BYTES", resource::k_local_bytes),
      {"AVAILABLE_SGPRs", [](const CsvRow& row) { return row.limit(&ChipLimits::scalar_registers); }},
      resource_field("USED_SGPRs", resource::k_scalar_registers),
      resource_field("SGPR_SPILLS", resource::k_scalar_spills),
      {"AVAILABLE_VGPRs", [](const CsvRow& row) { return row.limit(&ChipLimits::registers); }},
      {"USED_VGPRs", vector_registers},
      resource_field("VGPR_SPILLS", resource::k_vector_spills),
      {"CL_WORKGROUP_X_DIMENSION", [](const CsvRow& row) { return row.dimension(0); }},
      {"CL_WORKGROUP_Y_DIMENSION", [](const CsvRow& row) { return row.dimension(1); }},
      {"CL_WORKGROUP_Z_DIMENSION", [](const CsvRow& row) { return row.dimension(2); }},
      resource_field("ISA_SIZE", resource::k_code_bytes),
      // Metrics that Radeon GPU Analyzer has no names for.
      resource_field("USED_AGPRs", resource::k_accumulation_registers),
      resource_field("USED_GPRs", resource::k_general_registers),
      resource_field("SPILL_STORE_BYTES", resource::k_spill_store_bytes),
      resource_field("SPILL_LOAD_BYTES", resource::k_spill_load_bytes),
      resource_field("REGISTER_SPILLS", resource::k_register_spills),
      resource_field("SPILL_BYTES", resource::k_spill_bytes),
      resource_field("INSTRUCTIONS", resource::k_instructions),
      resource_field("MEMORY_INSTRUCTIONS", resource::k_memory_instructions),
      resource_field("LOCAL_INSTRUCTIONS", resource::k_local_instructions),
      resource_field("ARITHMETIC_INSTRUCTIONS", resource::k_arithmetic_instructions),
      resource_field("BRANCH_INSTRUCTIONS", resource::k_branch_instructions),
      {"VLIW_FILL_PERCENT",
       [](const CsvRow& row) {
         const std::optional<double> fill = vliw_fill(row.kernel);
         return fill ? percent_text(*fill) : "";
       }},
      {"ALIVE_REGISTERS",
       [](const CsvRow& row) { return row.kernel.most_alive ? alive_text(row.kernel) : std::string(); }},
      {"ALIVE_REGISTERS_OF_WAVE",
       [](const CsvRow& row) {
         const std::string text = alive_of_wave(row.kernel);
         return text == "-" ? std::string() : text;
       }},
      {"ALIVE_AT", [](const CsvRow& row) { return row.kernel.most_alive ? row.kernel.most_alive->place : ""; }},
      {"GROUPS", [](const CsvRow& row) { return row.occupancy ? std::to_string(row.occupancy->groups) : ""; }},
      {"WAVES", [](const CsvRow& row) { return row.occupancy ? std::to_string(row.occupancy->waves) : ""; }},
      {"MAX_WAVES", [](const CsvRow& row) { return row.occupancy ? std::to_string(row.occupancy->max_waves) : ""; }},
      {"OCCUPANCY_PERCENT",
       [](const CsvRow& row) { return row.occupancy ? percent_text(row.occupancy->fraction()) : ""; }},
      {"OCCUPANCY_LIMITS", [](const CsvRow& row) { return row.occupancy ? limits_text(*row.occupancy) : ""; }},
      resource_field("MATRIX_INSTRUCTIONS", resource::k_matrix_instructions),
  };
  return k_columns;
}

// Width on a terminal: continuation bytes of UTF-8 take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string csv_line(const Row& fields) {
  Row quoted;
  for (const std::string& field : fields) quoted.push_back(csv_field(field));
  return join(quoted, ",") + "\n";
}

std::string aligned(const std::vector<Row>& rows, std::size_t left_columns, bool is_last_left) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width(row[i]), ' ');
      const bool last = is_last_left && i + 1 == widths.size();
      if (i != 0) line += "  ";
      line += i < left_columns || last ? row[i] + padding : padding + row[i];
    }
    line.resize(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

namespace {

std::size_t column_width(const std::vector<Row>& rows, std::size_t column) {
  std::size_t most = 0;
  for (const Row& row : rows) most = std::max(most, width(row[column]));
  return most;
}

std::size_t table_width(const std::vector<Row>& rows) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < rows[0].size(); ++i) sum += column_width(rows, i) + (i == 0 ? 0 : 2);
  return sum;
}

constexpr const char* k_group_title = "group";

using Columns = std::vector<std::size_t>;

// A table with the names of kernels and these columns, without rows that have no figure in any of them. The first row
// of a kernel in it is the one with its name.
std::string table_of(const std::vector<Row>& rows, const Columns& columns) {
  std::vector<Row> chosen;
  const Row* unnamed = nullptr;  // the row with the names that no chosen row has yet
  for (const Row& row : rows) {
    if (!row[0].empty()) unnamed = &row;
    const bool has_figures = std::ranges::any_of(columns, [&](std::size_t column) {
      return rows[0][column] != k_group_title && !row[column].empty() && row[column] != "-";
    });
    if (!has_figures) continue;
    const Row& names = unnamed != nullptr ? *unnamed : row;
    unnamed = nullptr;
    Row cells(names.begin(), names.begin() + k_name_columns);
    for (const std::size_t column : columns) cells.push_back(row[column]);
    chosen.push_back(std::move(cells));
  }
  return chosen.size() == 1 ? "" : aligned(chosen, k_name_columns, columns.back() + 1 == rows[0].size());
}

// One table, or several below each other if it is wider than `most`, each with the names of the kernels. Columns of a
// group are kept together where they fit; the work-group's size is repeated where they do not.
std::string tables_of(const std::vector<Row>& rows, const std::vector<Columns>& groups, std::size_t most) {
  const auto width_of = [&](const Columns& columns) {
    std::size_t sum = 0;
    for (const std::size_t column : columns) sum += column_width(rows, column) + 2;
    return sum;
  };
  std::size_t names = 0;
  for (std::size_t i = 0; i < k_name_columns; ++i) names += column_width(rows, i) + (i == 0 ? 0 : 2);
  std::vector<Columns> tables{{}};
  const auto fits = [&](const Columns& more) { return names + width_of(tables.back()) + width_of(more) <= most; };
  for (const Columns& group : groups) {
    if (group.empty()) continue;
    const Columns key(1, group[0]);
    const bool has_key = rows[0][group[0]] == k_group_title;
    if (!tables.back().empty() && !fits(group)) tables.emplace_back();
    for (const std::size_t column : group) {
      const bool is_first = tables.back().empty() || (has_key && tables.back() == key);
      if (!is_first && !fits({column})) tables.push_back(has_key ? key : Columns());
      tables.back().push_back(column);
    }
  }
  std::string text;
  for (const Columns& columns : tables) {
    const std::string table = table_of(rows, columns);
    text += (text.empty() || table.empty() ? "" : "\n") + table;
  }
  return text;
}

// Notes the largest work-group of AMD's kernels that require no size: they are compiled for smaller groups than the
// chips allow.
std::string group_size_note(const std::vector<KernelMetrics>& kernels) {
  std::map<std::int64_t, std::size_t> compiled;
  for (const KernelMetrics& kernel : kernels) {
    const std::optional<std::int64_t> most = kernel.find(resource::k_max_work_group_size);
    const bool is_amd = read_target(kernel.target).value_or(Target()).family == Family::k_amdgcn;
    if (is_amd && most && kernel.required_work_group_size[0] == 0) ++compiled[*most];
  }
  std::string text;
  for (const auto& [most, kernels_of_it] : compiled) {
    text += "for amdgcn " + count(kernels_of_it, "kernel") + " without reqd_work_group_size " +
            (kernels_of_it == 1 ? "runs" : "run") + " in groups of at most " + std::to_string(most) + " work-items\n";
  }
  return text;
}

// Says which chips generic targets stand for. Occupancies are those of the chip that has least.
std::string generic_note(const std::vector<KernelMetrics>& kernels) {
  std::set<std::string> targets;
  for (const KernelMetrics& kernel : kernels) targets.insert(kernel.target);
  std::string text;
  for (const std::string& target : targets) {
    const std::string meant = chips_meant(target);
    if (!meant.empty()) text += target + meant + "; occupancy is that of the one that has least\n";
  }
  return text;
}

// The figures that the text leaves out of a kernel, because they are unknown: "figures", "figures but instructions";
// empty: none. In one table nothing is left out of a kernel that has any.
std::string left_out(const KernelMetrics& kernel, const std::vector<TextColumn>& columns, const Selection& selection,
                     bool is_one_table) {
  const auto has_figure = [&](bool is_count) {
    return std::any_of(columns.begin() + k_name_columns, columns.end(), [&](const TextColumn& column) {
      return column.is_count == is_count && column.cell(kernel) != "-";
    });
  };
  if (has_figure(false)) return "";
  const std::vector<std::uint64_t> groups = work_groups_of(kernel, selection);
  const bool has_occupancy = std::ranges::any_of(groups, [&](std::uint64_t work_group) {
    return occupancy_of(kernel, work_group, selection.dynamic_local, selection.registers).has_value();
  });
  const bool has_counts = has_figure(true);
  if (!has_counts && !has_occupancy) return "figures";
  if (is_one_table) return "";
  return has_counts ? "figures but instructions" : "figures but the occupancy";
}

// Lines about kernels without figures, and about occupancies that are unknown or 0 %, each with its count.
std::string notes_text(const std::map<std::pair<std::string, std::string>, std::size_t>& kernels,
                       const std::map<std::pair<std::string, std::string>, std::size_t>& occupancies) {
  std::string text;
  for (const auto& [note, number] : kernels)
    text += "no " + note.first + " of " + count(number, "kernel") + " for " + printable(note.second) + "\n";
  for (const auto& [note, times] : occupancies) {
    text += "occupancy " + note.first + (times > 1 ? " (" + std::to_string(times) + " times)" : std::string()) + ": " +
            printable(note.second) + "\n";
  }
  return text;
}

// Adds {"work_group": …, "waves": …, …} or {"work_group": …, "unknown": why}; "size" for one of several dimensions.
void add_occupancy_json(const WorkSize& size, const Result<Occupancy>& occupancy, JsonWriter& json) {
  const std::uint64_t items = work_items_of(size);
  json.put("work_group", items);
  if (size[0] != items) json.put("size", work_size_text(size));
  if (!occupancy) {
    json.put("unknown", occupancy.error().message);
    return;
  }
  json.put("unit", occupancy->unit, "groups", occupancy->groups, "waves", occupancy->waves);
  json.put("max_waves", occupancy->max_waves).key("percent").number(percent_text(occupancy->fraction()));
  json.key("limits").values(occupancy->limits | std::views::transform(limit_name));
  if (!occupancy->impossible.empty()) json.key("impossible").value(occupancy->impossible);
}

void add_most_alive_json(const MostAlive& most, JsonWriter& json) {
  json.key("most_alive").begin_object().put("registers", most.registers);
  if (most.of_wave) json.key("of_wave").value(*most.of_wave);
  if (!most.place.empty()) json.key("place").value(most.place);
  json.end_object();
}

// The maths profile where it is one, else how many kernels have which.
std::string maths_note(const std::vector<KernelMetrics>& kernels) {
  std::map<std::string, std::size_t> profiles;
  for (const KernelMetrics& kernel : kernels) ++profiles[kernel.maths];
  if (profiles.size() == 1) return maths_text(profiles.begin()->first) + "\n";
  std::string text;
  for (const auto& [profile, number] : profiles) text += maths_text(profile) + " in " + count(number, "kernel") + "\n";
  return text;
}

}  // namespace

std::string report_text(const std::vector<KernelMetrics>& kernels, const Selection& selection, std::size_t most) {
  const std::vector<TextColumn> columns = shown_columns(kernels);
  std::vector<Row> rows(1);
  for (const TextColumn& column : columns) rows[0].emplace_back(column.title);
  rows[0].insert(rows[0].end(), {k_group_title, "occupancy", "waves", "limited by"});
  std::map<std::pair<std::string, std::string>, std::size_t> notes;  // by the occupancy and its reason
  for (const KernelMetrics& kernel : kernels) {
    const bool is_left_out = !left_out(kernel, columns, selection, true).empty();
    bool first = true;
    for (const WorkSize& work_group : shown_groups(kernel, selection)) {
      Row row;
      for (const TextColumn& column : columns) row.push_back(first ? column.cell(kernel) : "");
      const Result<Occupancy> occupancy = occupancy_of_group(kernel, work_group, selection);
      add_occupancy_cells(work_group, occupancy, row);
      for (std::string& cell : row) cell = printable(cell);
      if (!is_left_out) rows.push_back(row);
      if (!occupancy) ++notes[{"unknown", occupancy.error().message}];
      if (occupancy && !occupancy->impossible.empty()) ++notes[{"0 %", occupancy->impossible}];
      first = false;
    }
  }
  const bool is_one_table = most == 0 || table_width(rows) <= most;
  std::map<std::pair<std::string, std::string>, std::size_t> without;  // by the figures and the target
  for (const KernelMetrics& kernel : kernels) {
    const std::string figures = left_out(kernel, columns, selection, is_one_table);
    if (!figures.empty()) ++without[{figures, kernel.target}];
  }
  Columns resources, counts, occupancy;
  for (std::size_t i = k_name_columns; i < rows[0].size(); ++i)
    (i >= columns.size() ? occupancy : columns[i].is_count ? counts : resources).push_back(i);
  std::string text = rows.size() == 1 ? ""
                     : is_one_table   ? aligned(rows, k_name_columns)
                                      : tables_of(rows, {resources, occupancy, counts}, most);
  if (selection.registers)
    text += "occupancy as if each work-item had " + count(*selection.registers, "register") + "\n";
  return text + notes_text(without, notes) + generic_note(kernels) + group_size_note(kernels) + maths_note(kernels);
}

std::string report_csv(const std::vector<KernelMetrics>& kernels, const Selection& selection) {
  Row titles;
  for (const CsvColumn& column : csv_columns()) titles.emplace_back(column.title);
  std::string text = csv_line(titles);
  for (const KernelMetrics& kernel : kernels) {
    for (const WorkSize& work_group : shown_groups(kernel, selection)) {
      const CsvRow row{kernel, work_group, !selection.work_groups.empty(),
                       occupancy_of_group(kernel, work_group, selection), chip_limits(kernel.target)};
      Row fields;
      for (const CsvColumn& column : csv_columns()) fields.push_back(column.field(row));
      text += csv_line(fields);
    }
  }
  return text;
}

std::string report_json(const std::vector<KernelMetrics>& kernels, const Selection& selection) {
  JsonWriter json(2);
  json.begin_object().key("kernels").objects(kernels, [&](const KernelMetrics& kernel) {
    json.put("module", kernel.module, "kernel", kernel.kernel, "target", kernel.target, "format", kernel.format);
    json.put("maths", kernel.maths);
    json.key("resources").members(kernel.resources);
    if (const std::optional<std::int64_t> spills = metric(kernel, "spills")) json.key("spills").value(*spills);
    if (const std::optional<double> fill = vliw_fill(kernel)) json.key("vliw_fill_percent").number(percent_text(*fill));
    if (kernel.most_alive) add_most_alive_json(*kernel.most_alive, json);
    if (selection.registers) json.key("assumed_registers").value(*selection.registers);
    json.key("occupancy").objects(shown_groups(kernel, selection), [&](const WorkSize& size) {
      add_occupancy_json(size, occupancy_of_group(kernel, size, selection), json);
    });
  });
  return json.end_object().text() + "\n";
}

}  // namespace clc
