// The kernels of a package with the resources that each needs on each target: the data of `report`, `check` and `diff`.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clc/package/manifest.h"
#include "insight/disasm/most_alive.h"
#include "insight/report/occupancy.h"
#include "support/work_size.h"

namespace clc {

struct KernelMetrics {
  std::string module, kernel, target, format;
  std::string sha256;    // digest of the variant's blob
  std::string maths;     // the errors that its build options allow: "full" or "relaxed"
  std::string contract;  // launch_contract() of the arguments
  ResourceMetrics resources;
  std::array<std::uint64_t, 3> required_work_group_size{0, 0, 0};
  bool takes_local_memory = false;      // an argument has it, so that only the caller knows its size
  std::optional<MostAlive> most_alive;  // with --live

  std::optional<std::int64_t> find(const char* resource) const;
  // "kernel k of module m for nvptx:sm_90"
  std::string name() const;
};

// The kernels and launches that a report is about.
struct Selection {
  std::vector<std::string> targets;   // patterns as in a shell, any case; empty: all
  std::vector<std::string> kernels;   // likewise
  std::vector<WorkSize> work_groups;  // empty: the kernel's required size, else 256
  std::optional<std::uint64_t> dynamic_local;
  std::optional<std::uint64_t> registers = {};  // of a work-item, in the place of the compiler's
};

inline constexpr std::uint64_t k_default_work_group = 256;

// Sorted by module, kernel and target. A selection that fits nothing is k_usage.
Result<std::vector<KernelMetrics>> select_kernels(const Manifest& manifest, const Selection& selection);

// The first variant of a module for a target; null when there is none.
const Variant* variant_of(const Manifest& manifest, const std::string& module, const std::string& target);

// The sizes of the groups in work-items, each once.
std::vector<std::uint64_t> work_groups_of(const KernelMetrics& kernel, const Selection& selection);
Result<Occupancy> occupancy_of(const KernelMetrics& kernel, std::uint64_t work_group,
                               const std::optional<std::uint64_t>& dynamic_local,
                               const std::optional<std::uint64_t>& registers = {});

// Metrics that all vendors have, under one name where theirs differ: "registers" (vector registers of a
// work-item), "scalar_registers", "accumulation_registers", "spills", "scratch_bytes", "local_bytes", "code_bytes".
// Less is better for each.
struct MetricInfo {
  const char* name;
  const char* title;  // for people
  std::optional<std::int64_t> (*value)(const KernelMetrics& kernel);
};
const std::vector<MetricInfo>& comparable_metrics();
const MetricInfo* find_metric(const std::string& name);

// The used part of the slots of the VLIW bundles: 1 if all are used.
std::optional<double> vliw_fill(const KernelMetrics& kernel);

// "62.5": at most two decimals, rounded down, so that no metric looks better than it is.
std::string percent_text(double fraction);

}  // namespace clc
