#include "insight/report/diff.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/color.h"
#include "base/printable.h"
#include "base/text.h"
#include "clc/package/resource_names.h"
#include "insight/report/resource_report.h"

namespace clc {
namespace {

using Key = std::tuple<std::string, std::string, std::string>;

std::map<Key, const KernelMetrics*> by_key(const std::vector<KernelMetrics>& kernels) {
  std::map<Key, const KernelMetrics*> result;
  for (const KernelMetrics& kernel : kernels) result[{kernel.module, kernel.kernel, kernel.target}] = &kernel;
  return result;
}

KernelChange change_of(KernelChange::Kind kind, const KernelMetrics& kernel) {
  KernelChange change;
  change.kind = kind;
  change.module = kernel.module;
  change.kernel = kernel.kernel;
  change.target = kernel.target;
  return change;
}

// The work-groups of both sides, side by side: a kernel that requires a size is launched with no other.
std::vector<std::pair<std::uint64_t, std::uint64_t>> compared_sizes(const KernelMetrics& before,
                                                                    const KernelMetrics& after,
                                                                    const Selection& selection) {
  const auto sizes_of = [&](const KernelMetrics& kernel) {
    Selection any = selection;
    if (kernel.required_work_group_size[0] != 0) any.work_groups.clear();
    return work_groups_of(kernel, any);
  };
  const std::vector<std::uint64_t> a = sizes_of(before), b = sizes_of(after);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    pairs.emplace_back(a[std::min(i, a.size() - 1)], b[std::min(i, b.size() - 1)]);
  return pairs;
}

void compare_occupancy(const KernelMetrics& before, const KernelMetrics& after, const Selection& selection,
                       KernelChange& change) {
  const auto text = [](const Result<Occupancy>& occupancy) {
    return occupancy ? percent_text(occupancy->fraction()) + " %" : "-";
  };
  for (const auto& [size, size_now] : compared_sizes(before, after, selection)) {
    const Result<Occupancy> a = occupancy_of(before, size, selection.dynamic_local);
    const Result<Occupancy> b = occupancy_of(after, size_now, selection.dynamic_local);
    if (a.has_value() == b.has_value() && (!a || a->waves == b->waves)) continue;
    const bool both = a && b;
    const std::string title =
        "occupancy at " + std::to_string(size) + (size == size_now ? "" : " and " + std::to_string(size_now));
    change.metrics.push_back({title, text(a), text(b), both && b->waves < a->waves, both && b->waves > a->waves});
  }
}

// More instructions may take less time, such as those of an unrolled loop: neither is better.
void compare_instructions(const KernelMetrics& before, const KernelMetrics& after, KernelChange& change) {
  const std::pair<const char*, const char*> kinds[] = {
      {resource::k_instructions, "instructions"},          {resource::k_memory_instructions, "of memory"},
      {resource::k_local_instructions, "of local memory"}, {resource::k_arithmetic_instructions, "of arithmetic"},
      {resource::k_branch_instructions, "of branches"},    {resource::k_matrix_instructions, "of matrices"},
  };
  const auto counted = [](const KernelMetrics& kernel, const char* name) {
    const std::optional<std::int64_t> count = kernel.find(name);
    const bool is_none = !count && name == resource::k_matrix_instructions && kernel.find(resource::k_instructions);
    return is_none ? 0 : count;
  };
  for (const auto& [name, title] : kinds) {
    const std::optional<std::int64_t> a = counted(before, name), b = counted(after, name);
    if (a && b && *a != *b) change.metrics.push_back({title, std::to_string(*a), std::to_string(*b)});
  }
}

KernelChange compare_kernel(const KernelMetrics& before, const KernelMetrics& after, const Selection& selection) {
  KernelChange change = change_of(KernelChange::Kind::k_changed, after);
  change.binary_changed = before.sha256 != after.sha256;
  const auto text = [](const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "-"; };
  change.breaks_callers = before.contract != after.contract;
  if (change.breaks_callers) change.metrics.push_back({"interface", before.contract, after.contract, true});
  for (const MetricInfo& metric : comparable_metrics()) {
    const std::optional<std::int64_t> a = metric.value(before), b = metric.value(after);
    if (a == b) continue;
    change.metrics.push_back({metric.title, text(a), text(b), a && b && *b > *a, a && b && *b < *a});
  }
  compare_occupancy(before, after, selection, change);
  compare_instructions(before, after, change);
  return change;
}

std::string heading_of(const KernelChange& change) {
  return "\n" + printable("kernel " + change.kernel + " of module " + change.module + " for " + change.target);
}

// Lists of arguments can be long: they stand below the table.
std::string interface_text(const KernelChange& change) {
  const MetricChange& interface = change.metrics.front();
  return heading_of(change) + " takes other arguments:\n" +
         printable_lines("  before " + interface.before + "\n  after  " + interface.after + "\n");
}

const char* kind_name(KernelChange::Kind kind) {
  const bool is_changed = kind == KernelChange::Kind::k_changed;
  return is_changed ? "changed" : kind == KernelChange::Kind::k_added ? "added" : "removed";
}

}  // namespace

std::vector<KernelChange> compare(const std::vector<KernelMetrics>& before, const std::vector<KernelMetrics>& after,
                                  const Selection& selection) {
  const auto old = by_key(before), now = by_key(after);
  std::vector<KernelChange> changes;
  for (const auto& [key, kernel] : old) {
    const auto found = now.find(key);
    if (found == now.end()) {
      changes.push_back(change_of(KernelChange::Kind::k_removed, *kernel));
      continue;
    }
    KernelChange change = compare_kernel(*kernel, *found->second, selection);
    if (change.binary_changed || !change.metrics.empty()) changes.push_back(std::move(change));
  }
  for (const auto& [key, kernel] : now) {
    if (!old.contains(key)) changes.push_back(change_of(KernelChange::Kind::k_added, *kernel));
  }
  std::ranges::stable_sort(changes, {}, [](const auto& one) { return std::tie(one.module, one.kernel, one.target); });
  return changes;
}

bool is_worse(const KernelChange& change) {
  if (change.kind == KernelChange::Kind::k_removed || change.breaks_callers) return true;
  return change.is_slower.value_or(std::ranges::any_of(change.metrics, &MetricChange::worse));
}

std::string diff_summary(const std::vector<KernelChange>& changes) {
  if (changes.empty()) return "no differences";
  const auto worse = static_cast<std::size_t>(std::ranges::count_if(changes, is_worse));
  const auto better = std::ranges::count_if(changes, [](const KernelChange& change) {
    return !is_worse(change) && std::ranges::any_of(change.metrics, &MetricChange::better);
  });
  return count(changes.size(), "kernel") + (changes.size() == 1 ? " differs, " : " differ, ") + std::to_string(worse) +
         " for the worse" + (better != 0 ? ", " + std::to_string(better) + " for the better" : "");
}

std::string diff_text(const std::vector<KernelChange>& changes, bool has_color) {
  if (changes.empty()) return diff_summary(changes) + "\n";
  std::vector<std::vector<std::string>> rows{{"module", "kernel", "target", "metric", "before", "after", ""}};
  for (const KernelChange& change : changes) {
    std::vector<std::string> names{change.module, change.kernel, change.target};
    const auto add = [&](const std::string& title, const std::string& before, const std::string& after,
                         const std::string& verdict) {
      std::vector<std::string> row = names;
      row.insert(row.end(), {title, before, after});
      for (std::string& cell : row) cell = printable(cell);
      row.push_back(verdict);
      rows.push_back(row);
      names.assign(3, "");
    };
    if (change.kind != KernelChange::Kind::k_changed) add(kind_name(change.kind), "", "", "");
    for (const MetricChange& metric : change.metrics) {
      const std::string verdict = metric.worse    ? painted(Tone::k_bad, "worse", has_color)
                                  : metric.better ? painted(Tone::k_good, "better", has_color)
                                                  : "";
      const bool is_interface = &metric == change.metrics.data() && change.breaks_callers;
      add(metric.title, is_interface ? "" : metric.before, is_interface ? "" : metric.after, verdict);
    }
    if (change.code_changed == true) {
      add("code", "", "", "changed");
    } else if (change.kind == KernelChange::Kind::k_changed && change.metrics.empty()) {
      add("binary only", "", "", "");
    }
  }
  std::string text = aligned(rows, 4) + diff_summary(changes) + "\n";
  for (const KernelChange& change : changes) {
    if (change.breaks_callers) text += interface_text(change);
    if (change.isa.empty()) continue;
    text += heading_of(change) + "\n" + printable_lines(change.isa);
  }
  return text;
}

void add_changes(const std::vector<KernelChange>& changes, JsonWriter& json) {
  json.objects(changes, [&](const KernelChange& change) {
    json.put("kind", kind_name(change.kind), "module", change.module, "kernel", change.kernel, "target", change.target);
    json.put("binary_changed", change.binary_changed, "worse", is_worse(change));
    if (change.code_changed) json.key("code_changed").value(*change.code_changed);
    if (!change.isa.empty()) json.key("isa").value(change.isa);
    json.key("figures").objects(change.metrics, [&](const MetricChange& metric) {
      json.put("figure", metric.title);
      if (metric.before != "-") json.key("before").value(metric.before);
      if (metric.after != "-") json.key("after").value(metric.after);
      json.put("worse", metric.worse, "better", metric.better);
    });
  });
}

std::string diff_json(const std::vector<KernelChange>& changes) {
  JsonWriter json(2);
  add_changes(changes, json.begin_object().key("changes"));
  return json.end_object().text() + "\n";
}

}  // namespace clc
