#include "insight/report_page/occupancy_table.h"

#include <algorithm>

#include "clc/package/resource_names.h"

namespace clc {
namespace {

using Bounds = std::vector<OccupancyBound>;

constexpr std::uint64_t k_most_unlimited_registers = 128;        // that code of R600 chips can name
constexpr std::uint64_t k_most_local = std::uint64_t{1} << 20U;  // bytes; no chip has as much

// Local memory has the limits that a lone wave without it does not have; they do not depend on the number of waves.
Bounds added_by_local(const Bounds& with, const Bounds& without) {
  Bounds added;
  for (const OccupancyBound& bound : with) {
    const auto same = std::ranges::find(without, bound.limit, &OccupancyBound::limit);
    if (bound.limit == OccupancyLimit::k_local_memory || same == without.end()) added.push_back(bound);
  }
  return added;
}

class Table {
 public:
  Table(const KernelMetrics& kernel, ResourceMetrics resources, const Occupancy& first)
      : kernel_(kernel), resources_(std::move(resources)), first_(first) {
    without_local_ = resources_;
    without_local_[resource::k_local_bytes] = 0;
  }

  void add(bool is_at_most, JsonWriter& json) {
    json.begin_object().put("unit", first_.unit, "wave", first_.wave_size, "max_group", first_.max_group);
    json.put("max_waves", first_.max_waves);
    if (is_at_most) json.key("at_most").value(true);
    json.key("by_waves").begin_array();
    for (std::uint64_t items = first_.wave_size; items < first_.max_group + first_.wave_size;
         items += first_.wave_size) {
      add_bounds(of_waves(std::min(items, first_.max_group)), json);
    }
    json.end_array();
    add_registers(json);
    json.key("local").begin_array();
    for (std::uint64_t from = 0; from < k_most_local; from = next_step(from)) {
      json.begin_array().value(from);
      const Bounds bounds = of_local(from);
      add_bounds(bounds, json);
      json.end_array();
      if (std::ranges::find(bounds, std::uint64_t{0}, &OccupancyBound::groups) != bounds.end()) break;
    }
    json.end_array().end_object();
  }

 private:
  static void add_bounds(const Bounds& bounds, JsonWriter& json) {
    json.begin_object();
    for (const OccupancyBound& bound : bounds) json.key(limit_name(bound.limit)).value(bound.groups);
    json.end_object();
  }

  Bounds bounds_of(const ResourceMetrics& resources, const LaunchSize& launch) const {
    const Result<Occupancy> found = occupancy(kernel_.target, resources, launch);
    return found ? found->bounds : Bounds();
  }

  // The groups that the registers allow, for each number of waves; "null" where they are no limit.
  std::vector<std::string> of_registers(std::uint64_t registers) const {
    std::vector<std::string> groups;
    for (std::uint64_t items = first_.wave_size; items < first_.max_group + first_.wave_size;
         items += first_.wave_size) {
      const Bounds bounds = bounds_of(without_local_, {std::min(items, first_.max_group), 0, registers});
      const auto bound = std::ranges::find(bounds, OccupancyLimit::k_registers, &OccupancyBound::limit);
      groups.push_back(bound == bounds.end() ? "null" : std::to_string(bound->groups));
    }
    return groups;
  }

  void add_registers(JsonWriter& json) const {
    const std::optional<ChipLimits> limits = chip_limits(kernel_.target);
    const std::uint64_t most = limits && limits->registers != 0 ? limits->registers : k_most_unlimited_registers;
    json.put("most_registers", most).key("by_registers").begin_array();
    std::vector<std::string> before;
    for (std::uint64_t registers = 1; registers <= most; ++registers) {
      const std::vector<std::string> groups = of_registers(registers);
      if (groups == before) continue;
      json.begin_array().value(registers).list(groups, [&](const std::string& number) { json.number(number); });
      json.end_array();
      before = groups;
    }
    json.end_array();
  }

  // All limits but those of local memory.
  Bounds of_waves(std::uint64_t work_group) const {
    Bounds bounds = bounds_of(without_local_, {work_group, 0});
    std::erase_if(bounds, [](const auto& bound) { return bound.limit == OccupancyLimit::k_local_memory; });
    return bounds;
  }

  // More groups than the unit has room for waves are no limit, however many more: the table would be long.
  Bounds of_local(std::uint64_t dynamic) const {
    Bounds bounds = added_by_local(bounds_of(resources_, {1, dynamic}), bounds_of(without_local_, {1, 0}));
    for (OccupancyBound& bound : bounds) bound.groups = std::min(bound.groups, first_.max_waves + 1);
    return bounds;
  }

  // The least number of bytes above `from` with which something changes.
  std::uint64_t next_step(std::uint64_t from) const {
    const Bounds here = of_local(from);
    std::uint64_t same = from, other = k_most_local;
    while (other - same > 1) {
      const std::uint64_t middle = same + (other - same) / 2;
      (of_local(middle) == here ? same : other) = middle;
    }
    return other;
  }

  const KernelMetrics& kernel_;
  ResourceMetrics resources_, without_local_;
  const Occupancy& first_;
};

}  // namespace

void add_occupancy_table(const KernelMetrics& kernel, JsonWriter& json) {
  ResourceMetrics resources = kernel.resources;
  const Result<Occupancy> known = occupancy(kernel.target, resources, {1, 0});
  if (known) return Table(kernel, resources, *known).add(false, json);
  // Neither is known of PTX before it is assembled.
  if (kernel.format == "ptx") {
    for (const char* name : {resource::k_registers, resource::k_local_bytes}) resources.try_emplace(name, 0);
  }
  const Result<Occupancy> bounded = occupancy(kernel.target, resources, {1, 0});
  if (bounded) return Table(kernel, resources, *bounded).add(true, json);
  json.begin_object().put("unknown", known.error().message).end_object();
}

}  // namespace clc
