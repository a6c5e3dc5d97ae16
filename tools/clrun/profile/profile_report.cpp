#include "profile/profile_report.h"

#include <algorithm>

#include "base/text.h"
#include "tables.h"

namespace clc::clrun {
namespace {

using Row = std::vector<std::string>;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Rounded down, as `clc report` does.
std::string percent(std::uint64_t part, std::uint64_t whole) {
  return decimal(whole == 0 ? 0 : static_cast<double>(part * 10000 / whole) / 100) + " %";
}

std::string counted(std::uint64_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string place_of(const TracedInstruction& at) {
  return at.line == 0 ? "?" : at.file + ":" + std::to_string(at.line);
}

std::string pattern_of(const AccessFigures& access) {
  return access.pattern == "strided" ? "strided " + std::to_string(access.stride) + " B" : access.pattern;
}

std::string heading(const KernelFigures& kernel, const ProfiledChip& chip) {
  return "kernel " + kernel.kernel + " of module " + kernel.module + " for " + chip.target + ": groups of " +
         shape_text(kernel.group) + ", waves of " + std::to_string(chip.memory.wave) + ", transactions of " +
         std::to_string(chip.memory.segment) + " bytes; " + std::to_string(kernel.recorded_groups) + " of " +
         counted(kernel.groups, "group") + " in " +
         (kernel.launches == 1 ? "1 launch" : std::to_string(kernel.launches) + " launches") + " recorded\n";
}

std::string access_rows(const KernelFigures& kernel) {
  if (kernel.accesses.empty()) return "";
  std::vector<Row> rows{
      {"place", "access", "memory", "bytes", "pattern", "waves", "cost", "ideal", "efficiency", "note"}};
  for (const AccessFigures& access : kernel.accesses) {
    rows.push_back({place_of(access.at), access.at.kind, access.at.space, std::to_string(access.at.bytes),
                    pattern_of(access), std::to_string(access.waves), decimal(ratio(access.cost, access.waves)),
                    decimal(ratio(access.ideal, access.waves)), percent(access.ideal, access.cost),
                    access.degree > 1 ? "up to " + std::to_string(access.degree) + "-fold conflicts" : ""});
  }
  return table(rows);
}

std::string branch_rows(const KernelFigures& kernel) {
  std::vector<Row> rows{{"place", "branch", "note"}};
  for (const BranchFigures& branch : kernel.branches) {
    if (branch.kind == "uniform") continue;  // costs nothing
    rows.push_back({place_of(branch.at), branch.kind,
                    branch.divergent_waves == 0
                        ? ""
                        : std::to_string(branch.divergent_waves) + " of " + std::to_string(branch.waves) +
                              " waves part, " + percent(branch.lanes_on_rarer_side, branch.lanes) +
                              " of their lanes on the rarer side"});
  }
  return rows.size() == 1 ? "" : table(rows);
}

std::string sums(const KernelFigures& kernel) {
  std::string text;
  if (const AccessFigures global = kernel.sum(false); global.waves != 0) {
    text += "global memory: " + counted(global.cost, "transaction") + ", " + std::to_string(global.ideal) +
            " would do: " + percent(global.ideal, global.cost) + "\n";
  }
  if (const AccessFigures local = kernel.sum(true); local.waves != 0) {
    const std::uint64_t lost = local.cost - local.ideal;
    text += "local memory: " + std::to_string(local.cost) + (local.cost == 1 ? " pass" : " passes") + ", " +
            std::to_string(lost) + " of them for conflicts: " + percent(lost, local.cost) + "\n";
  }
  return text;
}

void add_place(const TracedInstruction& at, JsonWriter& json) {
  json.put("file", at.file, "line", at.line, "column", at.column);
}

void add_access(const AccessFigures& access, JsonWriter& json) {
  json.begin_object();
  add_place(access.at, json);
  json.put("access", access.at.kind, "memory", access.at.space, "bytes", access.at.bytes, "pattern", access.pattern);
  if (access.pattern == "strided") json.key("stride").value(access.stride);
  json.put("known", true, "repeated", false, "waves", access.waves, "ideal", access.ideal, "least", access.cost);
  json.put("most", access.cost);
  if (access.at.space == "local") json.key("conflict_degree").value(access.degree);
  json.end_object();
}

void add_branch(const BranchFigures& branch, JsonWriter& json) {
  json.begin_object();
  add_place(branch.at, json);
  json.put("kind", branch.kind, "waves", branch.waves, "divergent_waves", branch.divergent_waves);
  json.put("lanes", branch.lanes, "lanes_on_rarer_side", branch.lanes_on_rarer_side).end_object();
}

void add_kernel(const KernelFigures& kernel, const ProfiledChip& chip, JsonWriter& json) {
  const AccessFigures global = kernel.sum(false), local = kernel.sum(true);
  json.begin_object().put("module", kernel.module, "kernel", kernel.kernel, "target", chip.target);
  json.key("group").begin_array();
  for (const std::uint64_t size : kernel.group) json.value(size);
  json.end_array().put("wave", chip.memory.wave, "segment_bytes", chip.memory.segment, "launches", kernel.launches);
  json.put("groups", kernel.groups, "recorded_groups", kernel.recorded_groups, "lost_records", kernel.lost_records);
  json.put("global_transactions", global.cost, "global_ideal", global.ideal, "local_passes", local.cost);
  json.put("local_conflicts", local.cost - local.ideal).key("accesses").begin_array();
  for (const AccessFigures& access : kernel.accesses) add_access(access, json);
  json.end_array().key("branches").begin_array();
  for (const BranchFigures& branch : kernel.branches) add_branch(branch, json);
  json.end_array().key("not_recorded").values(kernel.not_recorded).end_object();
}

}  // namespace

std::string profile_text(const std::vector<KernelFigures>& kernels, const ProfiledChip& chip) {
  std::string text;
  for (const KernelFigures& kernel : kernels) {
    if (!text.empty()) text += "\n";
    text += heading(kernel, chip) + access_rows(kernel) + branch_rows(kernel) + sums(kernel);
    if (kernel.lost_records != 0) {
      text += "incomplete: the trace was full, and " + counted(kernel.lost_records, "record") +
              " did not fit; the groups that lost some are not counted (--trace-size, --groups)\n";
    }
    if (!kernel.not_recorded.empty()) text += "not recorded: " + join(kernel.not_recorded, ", ") + "\n";
  }
  return text;
}

void write_profile(const std::vector<KernelFigures>& kernels, const ProfiledChip& chip, JsonWriter& json) {
  json.begin_array();
  for (const KernelFigures& kernel : kernels) add_kernel(kernel, chip, json);
  json.end_array();
}

std::string profile_csv(const std::vector<KernelFigures>& kernels, const ProfiledChip& chip) {
  std::string text =
      "MODULE,KERNEL,TARGET,GROUP,FILE,LINE,COLUMN,ACCESS,MEMORY,BYTES,PATTERN,STRIDE,KNOWN,WAVES,IDEAL,LEAST,MOST,"
      "CONFLICT_DEGREE\n";
  for (const KernelFigures& kernel : kernels) {
    for (const AccessFigures& access : kernel.accesses) {
      const Row row{kernel.module,
                    kernel.kernel,
                    chip.target,
                    shape_text(kernel.group),
                    access.at.file,
                    std::to_string(access.at.line),
                    std::to_string(access.at.column),
                    access.at.kind,
                    access.at.space,
                    std::to_string(access.at.bytes),
                    access.pattern,
                    access.pattern == "strided" ? std::to_string(access.stride) : "",
                    "1",
                    std::to_string(access.waves),
                    std::to_string(access.ideal),
                    std::to_string(access.cost),
                    std::to_string(access.cost),
                    access.at.space == "local" ? std::to_string(access.degree) : ""};
      for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + csv_field(row[i]);
      text += "\n";
    }
  }
  return text;
}

}  // namespace clc::clrun
