#include "insight/report/access_report.h"

#include <algorithm>
#include <tuple>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "clc/package/amd_chips.h"
#include "insight/report/access_advice.h"
#include "insight/report/resource_report.h"
#include "insight/report/work_report.h"
#include "support/target_pattern.h"

namespace clc {
namespace {

using Row = std::vector<std::string>;

// "4", or "4-5" where the cost is a range.
std::string range_text(std::uint64_t least, std::uint64_t most, std::uint64_t among) {
  if (among == 0) return "-";
  const auto each = [among](std::uint64_t sum) {
    return decimal(static_cast<double>(sum) / static_cast<double>(among));
  };
  return least == most ? each(least) : each(least) + "-" + each(most);
}

std::string efficiency_text(const AccessFacts& access) {
  if (access.most == 0) return "-";
  const auto percent = [&](std::uint64_t cost) {
    return percent_text(static_cast<double>(access.ideal) / static_cast<double>(cost));
  };
  if (access.least == access.most) return percent(access.least) + " %";
  return percent(access.most) + "-" + percent(access.least) + " %";
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + printable(text);
  return all;
}

std::string note_of(const AccessFacts& access) {
  std::string note;
  const auto add = [&](const std::string& text) { note += (note.empty() ? "" : "; ") + text; };
  if (!access.depends_on.empty()) add("decided by " + joined(access.depends_on));
  if (access.is_known && access.degree > 1) add("up to " + std::to_string(access.degree) + "-fold conflicts");
  if (access.expected_hundredths != 0) {
    add(access.expected_hundredths == 100
            ? "no conflicts for random data"
            : decimal(static_cast<double>(access.expected_hundredths) / 100) + "-fold conflicts for random data");
  }
  if (access.is_repeated) add("in a loop of unknown length");
  if (access.is_known && access.unaligned > access.most)
    add("up to " + range_text(access.unaligned, access.unaligned, access.requests) + " where a buffer begins anywhere");
  return note;
}

std::string kernel_header(const AnalyzedKernel& kernel) {
  const KernelFacts& facts = kernel.facts;
  return printable("kernel " + facts.kernel + " of module " + kernel.module + " for " + kernel.target +
                   chips_meant(kernel.target) + ": groups of " + shape_text(facts.group) + ", waves of " +
                   std::to_string(facts.wave) + ", transactions of " + std::to_string(facts.segment) + " bytes");
}

std::string access_table(const KernelFacts& facts) {
  if (facts.accesses.empty()) return "";
  std::vector<Row> rows{
      {"place", "access", "memory", "bytes", "pattern", "waves", "cost", "ideal", "efficiency", "note"}};
  for (const AccessFacts& access : facts.accesses) {
    const AccessTexts texts = access_texts(access);
    rows.push_back({printable(place_text(access.place)), access.kind, access.space, std::to_string(access.bytes),
                    printable(texts.pattern), std::to_string(access.requests), texts.cost, texts.ideal,
                    texts.efficiency, texts.note});
  }
  return aligned(rows, 3);
}

std::string branch_note(const BranchFacts& branch) {
  if (branch.divergent_waves == 0) return branch.depends_on.empty() ? "" : "decided by " + joined(branch.depends_on);
  return std::to_string(branch.divergent_waves) + " of " + std::to_string(branch.waves) + " waves part, " +
         percent_text(static_cast<double>(branch.lanes_taken) / static_cast<double>(branch.lanes)) +
         " % of their lanes on the rarer side";
}

std::string branch_table(const KernelFacts& facts) {
  std::vector<Row> rows{{"place", "branch", "note"}};
  for (const BranchFacts& branch : facts.branches) {
    if (branch.kind == "uniform" || branch.kind == "group-uniform") continue;  // these cost nothing
    rows.push_back({printable(place_text(branch.place)), branch.kind, branch_note(branch)});
  }
  return rows.size() == 1 ? "" : aligned(rows, 3);
}

std::string barrier_text(const BarrierFault& fault) {
  std::string text = "the barrier in " + place_text(fault.place) + (fault.is_proven ? " is" : " may be") +
                     " reached by a part of the work-items only: the branch in " + place_text(fault.branch);
  text += fault.is_proven ? " leaves the others out" : " may leave out others";
  if (!fault.depends_on.empty()) text += " (decided by " + joined(fault.depends_on) + ")";
  return printable(text);
}

void add_place(const CodePlace& place, JsonWriter& json) {
  json.put("file", place.file, "line", place.line, "column", place.column);
  if (place.is_around) json.key("several_lines").value(true);
}

void add_fact(const AccessFacts& access, JsonWriter& json) {
  add_place(access.place, json);
  json.put("access", access.kind, "memory", access.space, "bytes", access.bytes, "pattern", access.pattern);
  if (access.pattern == "strided") {
    if (access.stride_text.empty()) json.key("stride").value(access.stride);
    if (!access.stride_text.empty()) json.key("stride_text").value(access.stride_text);
  }
  json.put("known", access.is_known, "repeated", access.is_repeated, "waves", access.requests, "ideal", access.ideal);
  json.put("least", access.least, "most", access.most, "unaligned", access.unaligned);
  if (access.space == "local" && access.is_known) json.key("conflict_degree").value(access.degree);
  if (access.expected_hundredths != 0)
    json.key("expected_conflict_degree").number(decimal(static_cast<double>(access.expected_hundredths) / 100));
  json.key("depends_on").values(access.depends_on).key("assumes").values(access.assumes);
}

void add_fact(const BranchFacts& branch, JsonWriter& json) {
  add_place(branch.place, json);
  json.put("kind", branch.kind, "waves", branch.waves, "divergent_waves", branch.divergent_waves);
  json.put("lanes", branch.lanes, "lanes_on_rarer_side", branch.lanes_taken);
  json.key("depends_on").values(branch.depends_on);
}

void add_fact(const BarrierFault& fault, JsonWriter& json) {
  add_place(fault.place, json);
  json.key("branch").begin_object();
  add_place(fault.branch, json);
  json.end_object().put("proven", fault.is_proven).key("depends_on").values(fault.depends_on);
}

void add_fact(const Advice& advice, JsonWriter& json) {
  add_place(advice.place, json);
  json.put("text", advice.text);
}

void add_kernel(const AnalyzedKernel& kernel, JsonWriter& json) {
  const KernelFacts& facts = kernel.facts;
  json.put("module", kernel.module, "kernel", facts.kernel, "target", kernel.target).key("group").values(facts.group);
  json.put("wave", facts.wave, "segment_bytes", facts.segment);
  if (!facts.incomplete.empty()) json.key("incomplete").value(facts.incomplete);
  if (!facts.not_counted.empty()) json.key("not_counted").values(facts.not_counted);
  add_work(facts, json.key("work"));
  add_maths(facts, json.key("maths"));
  const auto write = [&](const auto& one) { add_fact(one, json); };
  json.key("accesses").objects(facts.accesses, write).key("branches").objects(facts.branches, write);
  json.key("divergent_barriers").objects(facts.barriers, write).key("advice").objects(advice_for(facts), write);
}

}  // namespace

AccessTexts access_texts(const AccessFacts& access) {
  return {pattern_text(access), range_text(access.least, access.most, access.requests),
          range_text(access.ideal, access.ideal, access.requests), efficiency_text(access), note_of(access)};
}

std::vector<Finding> findings_of(const KernelFacts& facts) {
  std::vector<Finding> findings;
  for (const BarrierFault& fault : facts.barriers)
    findings.push_back({"divergent-barrier", fault.is_proven ? "error" : "warning", barrier_text(fault), fault.place});
  for (const AccessFacts& access : facts.accesses) {
    if (!access.is_known || access.least <= access.ideal) continue;
    const bool is_local = access.space == "local";
    findings.push_back({is_local ? "bank-conflict" : "uncoalesced", "warning",
                        "this " + access.kind + " of " + access.space + " memory is " + pattern_text(access) + ": " +
                            range_text(access.least, access.most, access.requests) +
                            (is_local ? " passes" : " transactions") + " a wave instead of " +
                            range_text(access.ideal, access.ideal, access.requests),
                        access.place});
  }
  for (const BranchFacts& branch : facts.branches) {
    if (branch.kind != "divergent") continue;
    findings.push_back({"divergent-branch", "note", "divergent: " + branch_note(branch), branch.place});
  }
  for (const Advice& advice : advice_for(facts)) findings.push_back({"advice", "note", advice.text, advice.place});
  return findings;
}

std::vector<Finding> findings_of(const AnalyzedKernel& kernel) {
  std::vector<Finding> findings = findings_of(kernel.facts);
  for (Finding& finding : findings) {
    finding.text += " (kernel " + kernel.facts.kernel + ", " + kernel.target + ", groups of " +
                    shape_text(kernel.facts.group) + ")";
  }
  return findings;
}

std::string place_text(const CodePlace& place) {
  if (place.line == 0) return "?";
  return place.file + ":" + std::to_string(place.line) + (place.is_around ? "-" : "");
}

std::string pattern_text(const AccessFacts& access) {
  if (access.pattern != "strided") return access.pattern;
  return "strided " + (access.stride_text.empty() ? std::to_string(access.stride) + " B" : access.stride_text);
}

std::vector<AnalyzedKernel> select_analyzed(std::vector<AnalyzedKernel> kernels, const Selection& selection) {
  std::erase_if(kernels, [&](const AnalyzedKernel& kernel) {
    return !fits_any_kernel(selection.kernels, kernel.facts.kernel) ||
           !fits_any_target(selection.targets, kernel.target);
  });
  std::ranges::sort(kernels, {}, [](const auto& one) { return std::tie(one.module, one.facts.kernel, one.target); });
  return kernels;
}

std::string access_text(const std::vector<AnalyzedKernel>& kernels) {
  std::string text;
  for (const AnalyzedKernel& kernel : kernels) {
    if (!text.empty()) text += "\n";
    text += kernel_header(kernel) + "\n" + work_text(kernel.facts) + "\n" + maths_text(kernel.facts) + "\n" +
            access_table(kernel.facts) + branch_table(kernel.facts);
    for (const BarrierFault& fault : kernel.facts.barriers) text += "fault: " + barrier_text(fault) + "\n";
    for (const Advice& advice : advice_for(kernel.facts))
      text += "advice: " + printable(place_text(advice.place) + ": " + advice.text) + "\n";
    if (!kernel.facts.incomplete.empty()) text += "incomplete: " + printable(kernel.facts.incomplete) + "\n";
    if (!kernel.facts.not_counted.empty())
      text += "not counted: " + printable(join(kernel.facts.not_counted, ", ")) + "\n";
  }
  return text;
}

std::string access_csv(const std::vector<AnalyzedKernel>& kernels) {
  std::string text =
      "MODULE,KERNEL,TARGET,GROUP,FILE,LINE,COLUMN,ACCESS,MEMORY,BYTES,PATTERN,STRIDE,KNOWN,WAVES,IDEAL,LEAST,MOST,"
      "UNALIGNED,CONFLICT_DEGREE,DEPENDS_ON\n";
  for (const AnalyzedKernel& kernel : kernels) {
    for (const AccessFacts& access : kernel.facts.accesses) {
      const bool is_strided = access.pattern == "strided";
      const Row row{kernel.module,
                    kernel.facts.kernel,
                    kernel.target,
                    shape_text(kernel.facts.group),
                    access.place.file,
                    std::to_string(access.place.line),
                    std::to_string(access.place.column),
                    access.kind,
                    access.space,
                    std::to_string(access.bytes),
                    access.pattern,
                    !is_strided                  ? ""
                    : access.stride_text.empty() ? std::to_string(access.stride)
                                                 : access.stride_text,
                    access.is_known ? "1" : "0",
                    std::to_string(access.requests),
                    std::to_string(access.ideal),
                    std::to_string(access.least),
                    std::to_string(access.most),
                    std::to_string(access.unaligned),
                    access.space == "local" && access.is_known ? std::to_string(access.degree) : "",
                    joined(access.depends_on)};
      text += csv_line(row);
    }
  }
  return text;
}

std::string access_json(const std::vector<AnalyzedKernel>& kernels) {
  JsonWriter json(2);
  json.begin_object().key("kernels").objects(kernels, [&](const AnalyzedKernel& one) { add_kernel(one, json); });
  return json.end_object().text() + "\n";
}

}  // namespace clc
