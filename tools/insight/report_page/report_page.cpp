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

class PageWriter {
 public:
  PageWriter(const ReportPage& page, JsonWriter& json) : page_(page), json_(json) {}

  void write() {
    json_.begin_object().key("title").value(page_.title).key("generator").value("clc " CLC_VERSION);
    json_.key("builds").values(page_.builds).key("has_source").value(page_.has_source);
    json_.key("metrics").objects(comparable_metrics(), [&](const MetricInfo& metric) {
      json_.key("name").value(metric.name).key("title").value(metric.title);
    });
    json_.key("kernels").objects(page_.kernels, [&](const PageKernel& kernel) { add_kernel(kernel); });
    json_.key("diagnostics").objects(page_.diagnostics, [&](const ShownDiagnostic& one) { add_diagnostic(one); });
    if (page_.changes) {
      add_changes(*page_.changes, json_.key("changes"));
      json_.key("changes_summary").value(diff_summary(*page_.changes));
    }
    add_peaks();
    add_chips();
    if (!page_.launches.empty()) write_launches(page_.launches, json_.key("program"));
    add_sources();
    json_.key("files").values(files_.names()).end_object();
  }

 private:
  void add_place(const CodePlace& place) {
    json_.key("file").value(files_.index(place.file)).key("line").value(place.line);
  }

  void add_kernel(const PageKernel& kernel) {
    const KernelMetrics& metrics = kernel.metrics;
    json_.key("build").value(std::uint64_t{kernel.build}).key("module").value(metrics.module);
    json_.key("kernel").value(metrics.kernel).key("target").value(metrics.target).key("format").value(metrics.format);
    json_.key("metrics").begin_object();
    for (const MetricInfo& metric : comparable_metrics()) {
      if (const std::optional<std::int64_t> value = metric.value(metrics)) json_.key(metric.name).value(*value);
    }
    json_.end_object().key("maths").value(kernel.facts ? maths_text(*kernel.facts) : maths_text(metrics.maths));
    json_.key("resources").members(metrics.resources);
    if (const std::optional<ChipLimits> limits = chip_limits(metrics.target)) {
      json_.key("limits").begin_object().key("registers").value(limits->registers);
      json_.key("scalar_registers").value(limits->scalar_registers).key("local_bytes").value(limits->local_bytes);
      json_.end_object();
    }
    json_.key("work_group").value(work_groups_of(metrics, page_.selection).front());
    json_.key("group_is_required").value(metrics.required_work_group_size[0] != 0);
    const bool takes_local = metrics.takes_local_memory;
    json_.key("dynamic_local").value(takes_local ? page_.selection.dynamic_local.value_or(0) : std::uint64_t{0});
    json_.key("takes_local").value(takes_local);
    if (page_.selection.registers) json_.key("assumed_registers").value(*page_.selection.registers);
    add_occupancy_table(metrics, json_.key("occupancy"));
    if (!kernel.no_code.empty()) json_.key("no_code").value(kernel.no_code);
    add_code(kernel.code);
    if (kernel.facts && page_.has_times) add_forecast(kernel);
    if (!kernel.stalls.empty()) add_stalls(kernel.stalls);
    if (kernel.facts) add_facts(*kernel.facts);
  }

  // Columns instead of objects, and the text as one string: code has many lines, and browsers read this fast.
  void add_code(const std::vector<PageLine>& code) {
    std::string text;
    for (const PageLine& line : code) text += (&line == &code.front() ? "" : "\n") + line.text;
    json_.key("code").begin_object().key("text").value(text);
    json_.key("file").list(code, [&](const PageLine& line) { json_.value(files_.index(line.file)); });
    json_.key("line").list(code, [&](const PageLine& line) { json_.value(line.line); });
    if (std::ranges::any_of(code, [](const PageLine& line) { return line.live.has_value(); })) {
      json_.key("live").list(code, [&](const PageLine& line) { json_.value(line.live); });
    }
    if (std::ranges::any_of(code, [](const PageLine& line) { return line.wait.has_value(); })) add_waits(code);
    json_.end_object();
  }

  void add_clocks(double clocks, double left, const std::string& reason) {
    json_.key("clocks").value(std::round(clocks)).key("left").value(std::round(left)).key("reason").value(reason);
  }

  void add_waits(const std::vector<PageLine>& code) {
    json_.key("waits").begin_array();
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (!code[i].wait) continue;
      json_.begin_object().key("at").value(std::uint64_t{i});
      add_clocks(code[i].wait->clocks, code[i].wait->left, code[i].wait->reason);
      if (code[i].wait->on) json_.key("on").value(std::uint64_t{*code[i].wait->on});
      json_.end_object();
    }
    json_.end_array();
  }

  void add_stalls(const std::vector<PageStall>& stalls) {
    json_.key("stalls").objects(stalls, [&](const PageStall& stall) {
      add_place(stall.place);
      add_clocks(stall.clocks, stall.left, stall.reason);
    });
  }

  void add_facts(const KernelFacts& facts) {
    json_.key("facts").begin_object().key("group").values(facts.group);
    json_.key("wave").value(facts.wave).key("segment").value(facts.segment);
    if (!facts.incomplete.empty()) json_.key("incomplete").value(facts.incomplete);
    add_work(facts, json_.key("work"));
    json_.key("accesses").objects(facts.accesses, [&](const AccessFacts& access) { add_access(access); });
    json_.key("branches").objects(facts.branches, [&](const BranchFacts& branch) {
      add_place(branch.place);
      json_.key("kind").value(branch.kind).key("waves").value(branch.waves);
      json_.key("divergent").value(branch.divergent_waves);
    });
    json_.key("findings").objects(findings_of(facts), [&](const Finding& finding) {
      add_place(finding.place);
      json_.key("rule").value(finding.rule).key("level").value(finding.level).key("text").value(finding.text);
    });
    json_.end_object();
  }

  void add_access(const AccessFacts& access) {
    const AccessTexts texts = access_texts(access);
    add_place(access.place);
    json_.key("kind").value(access.kind).key("space").value(access.space).key("bytes").value(access.bytes);
    json_.key("pattern").value(texts.pattern).key("cost").value(texts.cost).key("best").value(texts.ideal);
    json_.key("efficiency").value(texts.efficiency).key("note").value(texts.note);
    json_.key("known").value(access.is_known).key("waves").value(access.requests).key("ideal").value(access.ideal);
    json_.key("least").value(access.least).key("most").value(access.most);
  }

  void add_diagnostic(const ShownDiagnostic& diagnostic) {
    json_.key("severity").value(severity_name(diagnostic.severity));
    add_place({diagnostic.file, diagnostic.line, diagnostic.column});
    json_.key("column").value(diagnostic.column).key("text").value(diagnostic.text);
    json_.key("snippet").value(diagnostic.snippet).key("targets").values(diagnostic.targets);
  }

  // Adds what the script needs to forecast a launch with another group, other registers, other local memory.
  void add_forecast(const PageKernel& kernel) {
    const std::uint64_t dynamic = page_.selection.dynamic_local.value_or(0);
    const KernelTimes times =
        times_of({kernel.metrics.module, kernel.metrics.target, *kernel.facts}, {kernel.metrics}, dynamic);
    json_.key("forecast").begin_object();
    if (!times.unknown.empty()) {
      json_.key("unknown").value(times.unknown).end_object();
      return;
    }
    forecast_targets_.insert(kernel.metrics.target);
    json_.key("effort").json(encode_effort(*times.effort));
    json_.key("group").value(times.group[0] * times.group[1] * times.group[2]).key("wave").value(kernel.facts->wave);
    json_.key("local_bytes").value(kernel.metrics.find(resource::k_local_bytes).value_or(0));
    if (!times.products.front().has_registers) json_.key("usual_registers").value(k_usual_registers);
    json_.end_object();
  }

  void add_chips() {
    json_.key("chips").begin_object();
    for (const std::string& target : forecast_targets_) {
      json_.key(target).objects(forecast_chips(target), [&](const ForecastChip* chip) {
        json_.key("product").value(chip->product).key("checked").value(*chip->checked != '\0');
        json_.key("units").value(std::uint64_t{chip->units}).key("spread").value(spread_of(*chip));
        json_.key("doubted_share").value(k_doubted_share);
        for (const auto& [name, value] : figures_of(*chip)) json_.key(name).value(value);
      });
    }
    json_.end_object();
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
        json_.key("product").value(peak.product).key("source").value(peak.source);
        json_.key("half").value(peak.half_operations).key("float").value(peak.float_operations);
        json_.key("double").value(peak.double_operations).key("bytes").value(peak.bytes);
      });
    }
    json_.end_object();
  }

  void add_sources() {
    json_.key("sources").list(page_.sources, [&](const std::vector<PageFile>& files) {
      json_.objects(files, [&](const PageFile& file) {
        json_.key("file").value(files_.index(file.name)).key("text").value(file.text);
      });
    });
  }

  const ReportPage& page_;
  JsonWriter& json_;
  FileTable files_;
  std::set<std::string> forecast_targets_;
};

}  // namespace

void write_report_page(const ReportPage& page, JsonWriter& json) {
  PageWriter(page, json).write();
}

std::string report_page(const ReportPage& page) {
  const std::string script = std::string(k_forecast_js) + std::string(k_report_js);
  JsonWriter json(-1);
  write_report_page(page, json);
  return html_page({page.title, json.text(), script, page.live_script});
}

}  // namespace clc
