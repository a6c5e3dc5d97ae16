#include "insight/forecast/time_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "clc/package/resource_names.h"
#include "insight/report/diff_accesses.h"
#include "insight/report/resource_report.h"

namespace clc {
namespace {

std::string figures(double value) {
  std::array<char, 64> text{};
  const auto format = value >= 100 ? std::chars_format::fixed : std::chars_format::general;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, format, value >= 100 ? 0 : 3);
  return error == std::errc() ? std::string(text.data(), end) : std::string("?");
}

const KernelMetrics* metrics_of(const AnalyzedKernel& kernel, const std::vector<KernelMetrics>& metrics) {
  const auto found = std::ranges::find_if(metrics, [&](const KernelMetrics& one) {
    return one.module == kernel.module && one.kernel == kernel.facts.kernel && one.target == kernel.target;
  });
  return found == metrics.end() ? nullptr : &*found;
}

// How many groups a unit holds; a kernel of PTX, whose registers nobody knows yet, has the usual number of them.
Result<Occupancy> occupancy_at(KernelMetrics metrics, const KernelFacts& facts, std::uint64_t dynamic_local,
                               const std::optional<std::uint64_t>& registers, bool& has_registers) {
  const std::uint64_t items = facts.group[0] * facts.group[1] * facts.group[2];
  const std::optional<std::uint64_t> dynamic = dynamic_local;
  Result<Occupancy> known = occupancy_of(metrics, items, dynamic, registers);
  has_registers = known.has_value() || registers.has_value();
  if (known) return known;
  metrics.resources.try_emplace(resource::k_registers,
                                facts.effort ? usual_registers(*facts.effort) : k_usual_registers);
  metrics.resources.try_emplace(resource::k_local_bytes, 0);
  return occupancy_of(metrics, items, dynamic, registers);
}

std::string why_unknown(const KernelFacts& facts, const std::vector<const ForecastChip*>& chips) {
  if (chips.empty()) return "no product with this chip is known";
  if (!facts.effort)
    return facts.incomplete.empty() ? "the launch's size is not known: --global-size" : facts.incomplete;
  if (!facts.effort->depends_on.empty()) return "decided by " + join(facts.effort->depends_on, ", ");
  if (!facts.effort->not_counted.empty()) return "not counted: " + join(facts.effort->not_counted, ", ");
  return "";
}

// The line that says why a range is wide, if arguments decide it.
std::string arguments_note(const KernelTimes& kernel) {
  const std::vector<std::string> arguments = kernel.deciding_arguments();
  if (arguments.empty() || kernel.products.empty()) return "";
  return printable("times of " + kernel.kernel + " for " + kernel.target + " depend on " + join(arguments, ", ")) +
         ": give --arg, which takes integers\n";
}

// All that decides a time, and is not known.
std::vector<std::string> unknowns_of(const EffortFacts& effort) {
  std::vector<std::string> all = effort.depends_on;
  for (const std::string& one : effort.conditions_depend_on) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
  return all;
}

}  // namespace

std::vector<std::string> KernelTimes::deciding_arguments() const {
  std::vector<std::string> arguments = effort ? effort->conditions_depend_on : std::vector<std::string>();
  std::erase_if(arguments, [](const std::string& one) { return !one.starts_with("argument "); });
  return arguments;
}

KernelTimes times_of(const AnalyzedKernel& kernel, const std::vector<KernelMetrics>& metrics,
                     const std::optional<std::uint64_t>& dynamic_local, const std::optional<std::uint64_t>& registers) {
  KernelTimes times;
  times.module = kernel.module;
  times.kernel = kernel.facts.kernel;
  times.target = kernel.target;
  times.group = kernel.facts.group;
  times.effort = kernel.facts.effort;
  const std::vector<const ForecastChip*> chips = forecast_chips(kernel.target);
  times.unknown = why_unknown(kernel.facts, chips);
  const KernelMetrics* found = metrics_of(kernel, metrics);
  KernelTime one;
  const Result<Occupancy> occupancy =
      found == nullptr ? fail(ErrorKind::k_unavailable, "its occupancy is not known")
                       : occupancy_at(*found, kernel.facts, dynamic_local.value_or(0), registers, one.has_registers);
  if (times.unknown.empty() && !occupancy) times.unknown = occupancy.error().message;
  if (times.unknown.empty() && occupancy->groups == 0) times.unknown = "it cannot run: " + occupancy->impossible;
  const bool is_of_one_iteration =
      times.effort && !times.effort->depends_on.empty() && !chips.empty() && occupancy && occupancy->groups != 0;
  if (!times.unknown.empty() && !is_of_one_iteration) return times;
  one.residency.groups = static_cast<double>(occupancy->groups);
  one.residency.waves = static_cast<double>(occupancy->waves) / static_cast<double>(occupancy->groups);
  const std::int64_t fixed = found->find(resource::k_local_bytes).value_or(0);
  const std::uint64_t dynamic = found->takes_local_memory ? dynamic_local.value_or(0) : 0;
  one.has_local = dynamic_local || !found->takes_local_memory;
  one.residency.local_bytes = static_cast<double>(fixed) + static_cast<double>(dynamic);
  for (const ForecastChip* chip : chips) {
    one.chip = chip;
    one.time = forecast(*times.effort, one.residency, *chip);
    (is_of_one_iteration ? times.of_one_iteration : times.products).push_back(one);
  }
  return times;
}

std::vector<KernelTimes> kernel_times(const std::vector<AnalyzedKernel>& analyzed,
                                      const std::vector<KernelMetrics>& metrics, const Selection& selection) {
  std::vector<KernelTimes> all;
  for (const AnalyzedKernel& kernel : analyzed)
    all.push_back(times_of(kernel, metrics, selection.dynamic_local, selection.registers));
  return all;
}

std::string duration_text(double us) {
  if (us < 1000) return figures(us) + " us";
  return us < 1e6 ? figures(us / 1e3) + " ms" : figures(us / 1e6) + " s";
}

std::string product_text(const ForecastChip& chip) {
  return chip.product + std::string(*chip.checked != '\0' ? "" : " *");
}

std::string time_notes(bool has_unchecked, bool has_registers) {
  std::string notes = has_unchecked ? "* computed, never checked\n" : "";
  if (has_registers) return notes;
  return notes + "registers are not known: taken to be " + std::to_string(k_usual_registers) +
         " (cubin: targets have them)\n";
}

std::string time_text(const std::vector<KernelTimes>& kernels) {
  std::vector<std::vector<std::string>> rows{{"kernel", "target", "product", "time", "from", "to", "bound by"}};
  std::string notes;
  bool is_unchecked = false, has_registers = true, has_local = true;
  for (const KernelTimes& kernel : kernels) {
    const std::string name = printable(kernel.kernel), target = printable(kernel.target);
    const bool is_open = !kernel.products.empty() && kernel.effort && !kernel.effort->open_loops.empty();
    if (!kernel.unknown.empty())
      notes += "no time of " + name + " for " + target + ": " + printable(kernel.unknown) + "\n";
    else if (is_open)
      notes += name + " for " + target + ": " + printable(join(kernel.effort->open_loops, "; ")) + "\n";
    notes += arguments_note(kernel);
    for (const KernelTime& one : kernel.products) {
      const bool is_checked = *one.chip->checked != '\0';
      is_unchecked = is_unchecked || !is_checked;
      has_registers = has_registers && one.has_registers;
      has_local = has_local && one.has_local;
      rows.push_back({name, target, product_text(*one.chip), duration_text(one.time.expected_us),
                      duration_text(one.time.least_us), duration_text(one.time.most_us), one.time.bound_by});
    }
  }
  notes += time_notes(is_unchecked, has_registers);
  if (!has_local) notes += "local arguments: taken to be 0 bytes; give --dynamic-local\n";
  return (rows.size() == 1 ? "" : aligned(rows, 3)) + notes;
}

std::string time_json(const std::vector<KernelTimes>& kernels,
                      const std::function<void(std::size_t kernel, JsonWriter& json)>& write_others) {
  JsonWriter json(2);
  json.begin_object().key("kernels").objects(kernels, [&](const KernelTimes& kernel) {
    json.put("module", kernel.module, "kernel", kernel.kernel, "target", kernel.target);
    json.key("group").values(kernel.group);
    if (kernel.effort) json.key("effort").json(encode_effort(*kernel.effort));
    if (kernel.effort) json.key("depends_on").values(unknowns_of(*kernel.effort));
    if (!kernel.unknown.empty()) json.key("unknown").value(kernel.unknown);
    json.key("times").objects(kernel.products, [&](const KernelTime& one) {
      json.put("product", one.chip->product, "checked", *one.chip->checked != '\0');
      json.put("registers_known", one.has_registers, "local_known", one.has_local, "groups_of_a_unit",
               one.residency.groups);
      json.put("waves", one.residency.waves, "local_bytes", one.residency.local_bytes);
      json.key("least_us").number(figures(one.time.least_us)).key("us").number(figures(one.time.expected_us));
      json.key("most_us").number(figures(one.time.most_us)).put("bound_by", one.time.bound_by);
      json.key("parts").begin_object();
      for (const auto& [name, us] : one.time.parts) json.key(name).number(figures(us));
      json.end_object();
    });
    write_others(static_cast<std::size_t>(&kernel - kernels.data()), json);
  });
  return json.end_object().text() + "\n";
}

void compare_times(const std::vector<KernelTimes>& before, const std::vector<KernelTimes>& after,
                   std::vector<KernelChange>& changes) {
  for (const KernelTimes& now : after) {
    const auto old = std::ranges::find_if(before, [&](const KernelTimes& kernel) {
      return std::tie(kernel.module, kernel.kernel, kernel.target) == std::tie(now.module, now.kernel, now.target);
    });
    const std::size_t products = old == before.end() ? 0 : std::min(old->products.size(), now.products.size());
    if (products == 0) continue;
    std::vector<MetricChange> found;
    for (std::size_t i = 0; i < products; ++i) {
      const Forecast &a = old->products[i].time, &b = now.products[i].time;
      const std::string from = duration_text(a.expected_us), to = duration_text(b.expected_us);
      if (from == to) continue;
      found.push_back({"time on " + std::string(now.products[i].chip->product), from, to, b.expected_us > a.expected_us,
                       b.expected_us < a.expected_us});
    }
    const auto is_of_kernel = [&](const KernelChange& change) {
      return std::tie(change.module, change.kernel, change.target) == std::tie(now.module, now.kernel, now.target);
    };
    if (found.empty() && std::ranges::none_of(changes, is_of_kernel)) continue;
    KernelChange& change = change_of(now.module, now.kernel, now.target, changes);
    change.is_slower = std::ranges::any_of(found, &MetricChange::worse);
    change.metrics.insert(change.metrics.end(), found.begin(), found.end());
  }
}

}  // namespace clc
