// Compares the kernels of two packages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "insight/report/kernel_metrics.h"

namespace clc {

struct MetricChange {
  std::string title;   // "registers", "occupancy at 256"
  std::string before;  // "-": not known
  std::string after;
  bool worse = false;  // more of a resource, or less occupancy
  bool better = false;
};

struct KernelChange {
  enum class Kind { k_added, k_removed, k_changed };
  Kind kind = Kind::k_changed;
  std::string module, kernel, target;
  bool binary_changed = false;       // the binary of the variant that holds the kernel
  std::optional<bool> code_changed;  // the code of the kernel or of a function that it may call; empty: not known
  std::vector<MetricChange> metrics;
  bool breaks_callers = false;    // its arguments or their structs are others: the first metric is "interface"
  std::optional<bool> is_slower;  // by the forecast of a product; empty: none for both sides
  // The difference of the disassemblies, as `diff -u` writes it; empty: not asked for, or there is none.
  std::string isa;
};

// Returns only the kernels that differ, sorted by module, kernel and target.
std::vector<KernelChange> compare(const std::vector<KernelMetrics>& before, const std::vector<KernelMetrics>& after,
                                  const Selection& selection);

// A kernel is gone or is launched otherwise, or a metric got worse. Where times are forecast, they decide on metrics.
bool is_worse(const KernelChange& change);

// "2 kernels differ, 1 for the worse", "3 kernels differ, 1 for the worse, 2 for the better"
std::string diff_summary(const std::vector<KernelChange>& changes);
std::string diff_text(const std::vector<KernelChange>& changes, bool has_color = false);
std::string diff_json(const std::vector<KernelChange>& changes);
// The array that diff_json() has.
void add_changes(const std::vector<KernelChange>& changes, JsonWriter& json);

}  // namespace clc
