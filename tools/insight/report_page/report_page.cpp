#include "insight/report_page/report_page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/json_writer.h"
#include "clc/package/resource_names.h"
#include "insight/forecast/time_report.h"
#include "insight/pages/html_page.h"
#include "insight/pages/page_assets.h"
#include "insight/report/access_advice.h"
#include "insight/report/access_report.h"
#include "insight/report/work_report.h"
#include "insight/report_page/alive_column.h"
#include "insight/report_page/occupancy_table.h"
#include "insight/report_page/peak.h"

namespace clc {
namespace {

// Names of files are long and come often: the data has each once.
class FileTable {
 public:
  std::int64_t index(const std::string& name) {
    if (name.empty()) return -1;
    return index_.try_emplace(name, static_cast<std::int64_t>(index_.size())).first->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names(index_.size());
    for (const auto& [name, index] : index_) names[static_cast<std::size_t>(index)] = name;
    return names;
  }

 private:
  std::map<std::string, std::int64_t> index_;
};

// A line of AMD's code without the spaces and zeros before its address, half of its bytes.
std::string without_padding(std::string_view line) {
  const std::size_t comment = line.rfind("// ");
  if (comment == line.npos || line.find(": ", comment) == line.npos) return std::string(line);
  const std::size_t digits = comment + 3;
  if (line.find_first_not_of("0123456789ABCDEF", digits) != line.find(':', comment)) return std::string(line);
  const std::size_t first = std::min(line.find_first_not_of('0', digits), line.find(':', comment) - 1);
  return std::string(line.substr(0, line.find_last_not_of(' ', comment - 1) + 1)) + " // " +
         std::string(line.substr(first));
}

class PageWriter {
 public:
  // `code`: where the code of kernels goes, a line of JSON for each; nullptr: beside all else of the kernel.
  PageWriter(const ReportPage& page, JsonWriter& json, std::string* code) : page_(page), json_(json), code_(code) {}

  void write() {
    json_.begin_object().put("title", page_.title, "generator", "clc " CLC_VERSION).key("builds").values(page_.builds);
    json_.put("has_source", page_.has_source);
    json_.key("metrics").objects(
        comparable_metrics(), [&](const MetricInfo& metric) { json_.put("name", metric.name, "title", metric.title); });
    json_.key("kernels").objects(page_.kernels, [&](const PageKernel& kernel) { add_kernel(kernel); });
    json_.key("diagnostics").objects(page_.diagnostics, [&](const ShownDiagnostic& one) { add_diagnostic(one); });
    if (page_.changes) {
      add_changes(*page_.changes, json_.key("changes"));
      json_.put("changes_summary", diff_summary(*page_.changes));
    }
    add_peaks();
    add_chips();
    if (!page_.launches.empty()) write_launches(page_.launches, json_.key("program"));
    if (page_.coverage) add_coverage(*page_.coverage);
    if (page_.faults) json_.key("faults").objects(*page_.faults, [&](const RunFault& fault) { add_fault(fault); });
    if (!page_.measured.empty())
      json_.key("measured").objects(page_.measured, [&](const MeasuredLaunch& one) { add_measured(one); });
    add_sources();
    json_.key("files").values(files_.names()).end_object();
  }

 private:
  void add_place(const CodePlace& place) { json_.put("file", files_.index(place.file), "line", place.line); }

  void add_kernel(const PageKernel& kernel) {
    const KernelMetrics& metrics = kernel.metrics;
    json_.put("build", kernel.build, "module", metrics.module, "kernel", metrics.kernel, "target", metrics.target);
    json_.put("format", metrics.format).key("metrics").begin_object();
    for (const MetricInfo& metric : comparable_metrics()) {
      if (const std::optional<std::int64_t> value = metric.value(metrics)) json_.key(metric.name).value(*value);
    }
    json_.end_object().put("maths", kernel.facts ? maths_text(*kernel.facts) : maths_text(metrics.maths));
    json_.key("resources").members(metrics.resources);
    if (const std::optional<ChipLimits> limits = chip_limits(metrics.target)) {
      json_.key("limits").begin_object().put("registers", limits->registers);
      json_.put("scalar_registers", limits->scalar_registers, "local_bytes", limits->local_bytes).end_object();
    }
    json_.put("work_group", work_groups_of(metrics, page_.selection).front());
    json_.put("group_is_required", metrics.required_work_group_size[0] != 0);
    const bool takes_local = metrics.takes_local_memory;
    json_.put("dynamic_local", takes_local ? page_.selection.dynamic_local.value_or(0) : std::uint64_t{0});
    json_.put("takes_local", takes_local);
    if (page_.selection.registers) json_.key("assumed_registers").value(*page_.selection.registers);
    add_occupancy_table(metrics, json_.key("occupancy"));
    if (!kernel.no_code.empty()) json_.key("no_code").value(kernel.no_code);
    if (const std::optional<std::uint64_t> most = most_alive(kernel.code)) json_.key("alive").value(*most);
    add_code(kernel.code);
    if (kernel.facts && page_.has_times) add_forecast(kernel);
    if (!kernel.stalls.empty()) add_stalls(kernel.stalls);
    if (kernel.facts) add_facts(*kernel.facts);
    if (!page_.measured.empty()) add_launches_of(kernel);
  }

  // Adds which measured launches are the kernel's.
  void add_launches_of(const PageKernel& kernel) {
    json_.key("measured").begin_array();
    for (std::size_t i = 0; i < page_.measured.size(); ++i)
      if (is_launch_of(page_.measured[i], kernel.metrics.kernel, kernel.metrics.target, kernel.programs))
        json_.value(i);
    json_.end_array();
  }

  void add_code(const std::vector<PageLine>& code) {
    if (code_ == nullptr) return write_code(code, json_.key("code"));
    JsonWriter json(-1);
    write_code(code, json);
    *code_ += json.text() + "\n";
  }

  // Columns instead of objects, and the text as one string: code has many lines, and browsers read this fast.
  void write_code(const std::vector<PageLine>& code, JsonWriter& json) {
    std::string text;
    for (const PageLine& line : code) text += (&line == &code.front() ? "" : "\n") + without_padding(line.text);
    json.begin_object().put("text", text);
    add_runs(json.key("file"), code, [&](const PageLine& line) { return files_.index(line.file); });
    add_runs(json.key("line"), code, [](const PageLine& line) { return static_cast<std::int64_t>(line.line); });
    if (most_alive(code)) json.put("alive", alive_column(code));
    if (std::ranges::any_of(code, [](const PageLine& line) { return line.wait.has_value(); })) add_waits(code, json);
    json.end_object();
  }

  // Writes a column as values and how often each follows: [0, 20, 7, 1] is twenty 0 and a 7.
  template <typename Value>
  static void add_runs(JsonWriter& json, const std::vector<PageLine>& code, const Value& value) {
    json.begin_array();
    for (std::size_t i = 0, end = 0; i < code.size(); i = end) {
      const std::int64_t here = value(code[i]);
      for (end = i + 1; end < code.size() && value(code[end]) == here;) ++end;
      json.value(here).value(std::uint64_t{end - i});
    }
    json.end_array();
  }

  static void add_clocks(double clocks, double left, const std::string& reason, JsonWriter& json) {
    json.put("clocks", std::round(clocks), "left", std::round(left), "reason", reason);
  }

  static void add_waits(const std::vector<PageLine>& code, JsonWriter& json) {
    json.key("waits").begin_array();
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (!code[i].wait) continue;
      json.begin_object().put("at", i);
      add_clocks(code[i].wait->clocks, code[i].wait->left, code[i].wait->reason, json);
      if (code[i].wait->on) json.key("on").value(std::uint64_t{*code[i].wait->on});
      json.end_object();
    }
    json.end_array();
  }

  void add_stalls(const std::vector<PageStall>& stalls) {
    json_.key("stalls").objects(stalls, [&](const PageStall& stall) {
      add_place(stall.place);
      add_clocks(stall.clocks, stall.left, stall.reason, json_);
    });
  }

  void add_facts(const KernelFacts& facts) {
    json_.key("facts").begin_object().key("group").values(facts.group).put("wave", facts.wave);
    json_.put("segment", facts.segment);
    if (!facts.incomplete.empty()) json_.key("incomplete").value(facts.incomplete);
    add_work(facts, json_.key("work"));
    json_.key("accesses").objects(facts.accesses, [&](const AccessFacts& access) { add_access(access); });
    json_.key("branches").objects(facts.branches, [&](const BranchFacts& branch) {
      add_place(branch.place);
      json_.put("kind", branch.kind, "waves", branch.waves, "divergent", branch.divergent_waves);
    });
    json_.key("findings").objects(findings_of(facts), [&](const Finding& finding) {
      add_place(finding.place);
      json_.put("rule", finding.rule, "level", finding.level, "text", finding.text);
    });
    json_.end_object();
  }

  void add_access(const AccessFacts& access) {
    const AccessTexts texts = access_texts(access);
    add_place(access.place);
    json_.put("kind", access.kind, "space", access.space, "bytes", access.bytes, "pattern", texts.pattern);
    json_.put("cost", texts.cost, "best", texts.ideal, "efficiency", texts.efficiency, "note", texts.note);
    json_.put("known", access.is_known, "waves", access.requests, "ideal", access.ideal, "least", access.least);
    json_.put("most", access.most);
  }

  void add_diagnostic(const ShownDiagnostic& diagnostic) {
    json_.put("severity", severity_name(diagnostic.severity));
    add_place({diagnostic.file, diagnostic.line, diagnostic.column});
    json_.put("column", diagnostic.column, "text", diagnostic.text, "snippet", diagnostic.snippet);
    json_.key("targets").values(diagnostic.targets);
  }

  // Adds what the script needs to forecast a launch with another group, other registers, other local memory.
  void add_forecast(const PageKernel& kernel) {
    const std::uint64_t dynamic = page_.selection.dynamic_local.value_or(0);
    const KernelTimes times =
        times_of({kernel.metrics.module, kernel.metrics.target, *kernel.facts}, {kernel.metrics}, dynamic);
    json_.key("forecast").begin_object();
    if (!times.unknown.empty()) {
      json_.put("unknown", times.unknown).end_object();
      return;
    }
    forecast_targets_.insert(kernel.metrics.target);
    json_.key("effort").json(encode_effort(*times.effort));
    json_.put("group", times.group[0] * times.group[1] * times.group[2], "wave", kernel.facts->wave);
    json_.put("local_bytes", kernel.metrics.find(resource::k_local_bytes).value_or(0));
    if (!times.products.front().has_registers) json_.key("usual_registers").value(usual_registers(*times.effort));
    json_.end_object();
  }

  void add_chips() {
    json_.key("chips").begin_object();
    for (const std::string& target : forecast_targets_) {
      json_.key(target).objects(forecast_chips(target), [&](const ForecastChip* chip) {
        json_.put("product", chip->product, "checked", *chip->checked != '\0', "units", chip->units);
        json_.put("spread", spread_of(*chip), "doubted_share", k_doubted_share);
        for (const auto& [name, value] : figures_of(*chip)) json_.key(name).value(value);
      });
    }
    json_.end_object();
  }

  // Columns, as in add_code().
  void add_coverage(const CoverageReport& coverage) {
    json_.key("coverage").begin_object().key("files").objects(coverage.files, [&](const FileCoverage& file) {
      json_.put("file", files_.index(file.name));
      json_.key("lines").list(file.lines, [&](const auto& line) { json_.value(line.first); });
      json_.key("counts").list(file.lines, [&](const auto& line) { json_.value(line.second); });
      json_.key("functions").list(file.functions, [&](const FunctionCoverage& one) { json_.value(one.line); });
      json_.key("branches").objects(file.branches, [&](const BranchCoverage& branch) {
        json_.put("line", branch.line, "column", branch.column, "taken", branch.taken, "not_taken", branch.not_taken);
      });
    });
    json_.key("launches").objects(coverage.launches, [&](const KernelLaunches& one) {
      json_.put("kernel", one.kernel, "device", one.device, "global_size", one.global_size);
      json_.put("work_group", one.local_size, "launches", one.launches, "regions", one.regions);
      json_.put("regions_run", one.regions_run);
    });
    json_.end_object();
  }

  void add_fault(const RunFault& fault) {
    json_.put("check", fault.check, "kernel", fault.kernel, "text", fault.text);
    add_place(fault.place);
    if (fault.other.file.empty()) return;
    json_.key("other").begin_object();
    add_place(fault.other);
    json_.end_object();
  }

  void add_measured(const MeasuredLaunch& one) {
    json_.put("by", one.by, "kernel", one.kernel, "target", one.target, "device", one.device, "launch", one.launch);
    json_.put("launches", one.launches, "us", one.us, "least_us", one.least_us, "most_us", one.most_us);
    json_.key("counters").objects(one.counters, [&](const MeasuredCounter& counter) {
      json_.put("name", counter.name, "value", counter.value, "unit", counter.unit);
    });
  }

  // Adds the peaks of the targets whose kernels have facts: without operations and bytes there is no roofline.
  void add_peaks() {
    std::set<std::string> targets;
    for (const PageKernel& kernel : page_.kernels) {
      if (kernel.facts) targets.insert(kernel.metrics.target);
    }
    json_.key("peaks").begin_object();
    for (const std::string& target : targets) {
      json_.key(target).objects(chip_peaks(target), [&](const ChipPeak& peak) {
        json_.put("product", peak.product, "source", peak.source, "half", peak.half_operations);
        json_.put("float", peak.float_operations, "double", peak.double_operations, "bytes", peak.bytes);
        if (*peak.matrix_source == '\0') return;
        json_.put("matrix_half", peak.matrix_half_operations, "matrix_float", peak.matrix_float_operations);
        json_.put("matrix_double", peak.matrix_double_operations, "matrix_float8", peak.matrix_float8_operations);
        json_.put("matrix_source", peak.matrix_source);
      });
    }
    json_.end_object();
  }

  void add_sources() {
    json_.key("sources").list(page_.sources, [&](const std::vector<PageFile>& files) {
      json_.objects(files,
                    [&](const PageFile& file) { json_.put("file", files_.index(file.name), "text", file.text); });
    });
  }

  const ReportPage& page_;
  JsonWriter& json_;
  std::string* code_;
  FileTable files_;
  std::set<std::string> forecast_targets_;
};

}  // namespace

void write_report_page(const ReportPage& page, JsonWriter& json) {
  PageWriter(page, json, nullptr).write();
}

std::string report_page(const ReportPage& page) {
  JsonWriter json(-1);
  std::string code;
  PageWriter(page, json, &code).write();
  return html_page({page.title, json.text(), page.is_served ? k_served_script : k_report_script, page.is_served, code});
}

}  // namespace clc
