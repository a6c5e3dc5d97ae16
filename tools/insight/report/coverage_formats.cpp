#include <algorithm>

#include "base/json_writer.h"
#include "base/text.h"
#include "insight/report/coverage.h"
#include "insight/report/kernel_metrics.h"
#include "insight/report/resource_report.h"

namespace clc {
namespace {

std::string percent(double share) {
  return percent_text(share) + " %";
}

std::string covered_text(std::size_t part, std::size_t whole) {
  if (whole == 0) return "-";
  return percent(static_cast<double>(part) / static_cast<double>(whole)) + " of " + std::to_string(whole);
}

std::size_t lines_run(const FileCoverage& file) {
  return static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& one) { return one.second != 0; }));
}

std::size_t sides_run(const FileCoverage& file) {
  std::size_t run = 0;
  for (const BranchCoverage& branch : file.branches) run += 2 - static_cast<std::size_t>(branch.missing());
  return run;
}

std::string value_text(const std::string& text) {
  return text;
}
std::string value_text(std::uint64_t number) {
  return std::to_string(number);
}

// "3-5, 9"; lines without code do not end a range.
std::string lines_not_run(const FileCoverage& file) {
  std::string text;
  std::uint64_t first = 0, last = 0;
  const auto add = [&] {
    if (first == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(first) + (last == first ? "" : "-" + std::to_string(last));
    first = 0;
  };
  for (const auto& [line, count] : file.lines) {
    if (count != 0) {
      add();
      continue;
    }
    if (first == 0) first = line;
    last = line;
  }
  add();
  return text;
}

std::string branches_not_taken(const FileCoverage& file) {
  std::string text;
  for (const BranchCoverage& branch : file.branches) {
    if (branch.missing() == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(branch.line) + ":" + std::to_string(branch.column);
    if (branch.missing() == 1) text += branch.taken == 0 ? " true" : " false";
  }
  return text;
}

}  // namespace

std::string coverage_text(const CoverageReport& report) {
  std::vector<std::vector<std::string>> rows{{"file", "lines", "branches", "regions"}};
  for (const FileCoverage& file : report.files) {
    rows.push_back({file.name, covered_text(lines_run(file), file.lines.size()),
                    covered_text(sides_run(file), file.branches.size() * 2),
                    covered_text(file.regions_run, file.regions)});
  }
  std::string text = aligned(rows, 1);
  rows = {{"kernel", "device", "global size", "work-group", "launches", "regions"}};
  for (const KernelLaunches& one : report.launches) {
    rows.push_back({one.kernel, one.device, one.global_size, one.local_size.empty() ? "-" : one.local_size,
                    std::to_string(one.launches), covered_text(one.regions_run, one.regions)});
  }
  text += "\n" + (report.launches.empty() ? "no launches\n" : aligned(rows, 4));
  for (const FileCoverage& file : report.files) {
    const std::string lines = lines_not_run(file), branches = branches_not_taken(file);
    if (!lines.empty()) text += "\n" + file.name + ", lines that never ran: " + lines;
    if (!branches.empty()) text += "\n" + file.name + ", sides of branches never taken: " + branches;
  }
  text += text.ends_with('\n') ? "" : "\n";
  return text + "\nlines: " + percent(report.lines_covered()) + ", branches: " + percent(report.branches_covered()) +
         "\n";
}

std::string coverage_json(const CoverageReport& report) {
  JsonWriter json(2);
  json.begin_object().put("lines_covered", report.lines_covered(), "branches_covered", report.branches_covered());
  json.key("files").objects(report.files, [&](const FileCoverage& file) {
    json.put("name", file.name, "regions", file.regions, "regions_run", file.regions_run);
    json.key("lines").objects(file.lines,
                              [&](const auto& line) { json.put("line", line.first, "count", line.second); });
    json.key("branches").objects(file.branches, [&](const BranchCoverage& branch) {
      json.put("line", branch.line, "column", branch.column, "taken", branch.taken, "not_taken", branch.not_taken);
    });
    json.key("functions").objects(file.functions, [&](const FunctionCoverage& function) {
      json.put("name", function.name, "line", function.line, "count", function.count);
    });
  });
  json.key("launches").objects(report.launches, [&](const KernelLaunches& one) {
    json.put("kernel", one.kernel, "device", one.device, "global_size", one.global_size, "work_group", one.local_size,
             "launches", one.launches, "regions", one.regions, "regions_run", one.regions_run);
  });
  json.key("modules").objects(report.sources,
                              [&](const auto& one) { json.put("name", one.first, "source_sha256", one.second); });
  json.end_object();
  return json.text() + "\n";
}

std::string coverage_lcov(const CoverageReport& report) {
  std::string text;
  const auto add = [&](const char* key, const auto&... values) {
    text += key;
    std::string separator = ":";
    const auto append = [&](const std::string& value) {
      text += separator + value;
      separator = ",";
    };
    (append(value_text(values)), ...);
    text += "\n";
  };
  for (const FileCoverage& file : report.files) {
    add("TN", std::string());
    add("SF", file.name);
    for (const FunctionCoverage& one : file.functions) add("FN", one.line, one.name);
    for (const FunctionCoverage& one : file.functions) add("FNDA", one.count, one.name);
    add("FNF", file.functions.size());
    add("FNH", static_cast<std::size_t>(
                   std::ranges::count_if(file.functions, [](const auto& one) { return one.count != 0; })));
    std::uint64_t block = 0;
    for (const BranchCoverage& one : file.branches) {
      const bool has_run = one.taken + one.not_taken != 0;  // "-": its line never ran
      add("BRDA", one.line, block, 0U, has_run ? std::to_string(one.taken) : "-");
      add("BRDA", one.line, block, 1U, has_run ? std::to_string(one.not_taken) : "-");
      ++block;
    }
    add("BRF", file.branches.size() * 2);
    add("BRH", sides_run(file));
    for (const auto& [line, count] : file.lines) add("DA", line, count);
    add("LF", file.lines.size());
    add("LH", lines_run(file));
    text += "end_of_record\n";
  }
  return text;
}

}  // namespace clc
