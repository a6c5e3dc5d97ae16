#include "insight/report/kernel_metrics.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/printable.h"
#include "clc/package/resource_names.h"
#include "clc/package/target.h"
#include "insight/report/work_report.h"
#include "support/target_pattern.h"

namespace clc {
namespace {

using Maybe = std::optional<std::int64_t>;

constexpr std::int64_t k_sane = std::int64_t{1} << 48;  // larger figures are wrong: manifests come from outside

KernelMetrics metrics_of(const Module& module, const Variant& variant, const KernelInterface& kernel) {
  KernelMetrics result;
  KernelInterface of_any_group = kernel;
  of_any_group.required_work_group_size = {};
  result.contract = launch_contract(module.interfaces[variant.interface], of_any_group);
  result.module = module.name;
  result.kernel = kernel.name;
  result.target = variant.target;
  result.format = variant.format;
  result.sha256 = variant.sha256;
  result.maths = maths_profile(variant.options);
  result.required_work_group_size = kernel.required_work_group_size;
  result.takes_local_memory =
      std::ranges::find(kernel.arguments, ArgumentKind::k_local, &Argument::kind) != kernel.arguments.end();
  if (variant.resources.contains(kernel.name)) result.resources = variant.resources.at(kernel.name);
  return result;
}

Maybe first_of(const KernelMetrics& kernel, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const Maybe value = kernel.find(name)) return value;
  }
  return std::nullopt;
}

Maybe registers(const KernelMetrics& kernel) {
  return first_of(kernel, {resource::k_registers, resource::k_vector_registers, resource::k_general_registers});
}

bool is_sane(const Maybe& value) {
  return value && *value >= 0 && *value < k_sane;
}

// Spilled registers on AMD and Intel, bytes of spill stores and loads on NVIDIA. A sum needs both of its numbers.
Maybe spills(const KernelMetrics& kernel) {
  const auto sum = [&](const char* one, const char* other) -> Maybe {
    const Maybe a = kernel.find(one), b = kernel.find(other);
    return is_sane(a) && is_sane(b) ? Maybe(*a + *b) : std::nullopt;
  };
  if (const Maybe amd = sum(resource::k_vector_spills, resource::k_scalar_spills)) return amd;
  if (const Maybe nvidia = sum(resource::k_spill_store_bytes, resource::k_spill_load_bytes)) return nvidia;
  if (const Maybe intel = first_of(kernel, {resource::k_register_spills, resource::k_spill_bytes})) return intel;
  // R600 chips spill to scratch memory only. Without scratch memory there are no spills; with some, their number is not
  // known.
  const bool is_r600 = read_target(kernel.target).value_or(Target()).family == Family::k_r600;
  if (is_r600 && kernel.find(resource::k_scratch_bytes) == Maybe(0)) return 0;
  return std::nullopt;
}

template <const char* const& Name>
Maybe resource_of(const KernelMetrics& kernel) {
  return kernel.find(Name);
}

// Operations that a bundle has room for: Cayman's lack the fifth, transcendental unit.
double vliw_slots(const KernelMetrics& kernel) {
  return device_of_target(kernel.target) == "cayman" ? 4 : 5;
}

std::uint64_t required_size(const KernelMetrics& kernel) {
  return work_items_of(kernel.required_work_group_size);
}

}  // namespace

std::optional<std::int64_t> KernelMetrics::find(const char* resource) const {
  const auto found = resources.find(resource);
  return found == resources.end() ? std::nullopt : Maybe(found->second);
}

std::string KernelMetrics::name() const {
  return printable("kernel " + kernel + " of module " + module + " for " + target);
}

Result<std::vector<KernelMetrics>> select_kernels(const Manifest& manifest, const Selection& selection) {
  std::vector<KernelMetrics> result;
  std::vector<HeldKernel> held;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      for (const KernelInterface& kernel : module.interfaces[variant.interface].kernels) {
        held.push_back({variant.target, kernel.name});
        if (fits_any_target(selection.targets, variant.target) && fits_any_kernel(selection.kernels, kernel.name))
          result.push_back(metrics_of(module, variant, kernel));
      }
    }
  }
  std::ranges::sort(result, {}, [](const auto& one) { return std::tie(one.module, one.kernel, one.target); });
  if (!result.empty() || (selection.targets.empty() && selection.kernels.empty())) return result;
  return fail(ErrorKind::k_usage, nothing_fits(selection.targets, selection.kernels, held));
}

const Variant* variant_of(const Manifest& manifest, const std::string& module, const std::string& target) {
  const Module* const holder = manifest.find(module);
  if (holder == nullptr) return nullptr;
  const auto found = std::ranges::find(holder->variants, target, &Variant::target);
  return found == holder->variants.end() ? nullptr : &*found;
}

std::vector<std::uint64_t> work_groups_of(const KernelMetrics& kernel, const Selection& selection) {
  const std::uint64_t required = required_size(kernel);
  if (selection.work_groups.empty()) return {required != 0 ? required : k_default_work_group};
  std::vector<std::uint64_t> sizes;
  for (const WorkSize& size : selection.work_groups) {
    const std::uint64_t items = work_items_of(size);
    if (std::ranges::find(sizes, items) == sizes.end()) sizes.push_back(items);
  }
  return sizes;
}

Result<Occupancy> occupancy_of(const KernelMetrics& kernel, std::uint64_t work_group,
                               const std::optional<std::uint64_t>& dynamic_local,
                               const std::optional<std::uint64_t>& registers) {
  const std::uint64_t required = required_size(kernel);
  if (required != 0 && required != work_group) {
    return fail(ErrorKind::k_unavailable,
                "the kernel requires work-groups of " + std::to_string(required) + " work-items");
  }
  const std::uint64_t local = kernel.takes_local_memory ? dynamic_local.value_or(0) : 0;
  Result<Occupancy> result = occupancy(kernel.target, kernel.resources, {work_group, local, registers});
  if (result && result->impossible.empty() && kernel.takes_local_memory && !dynamic_local) {
    return fail(ErrorKind::k_unavailable,
                "the kernel takes local memory as an argument: give its size with --dynamic-local BYTES");
  }
  return result;
}

const std::vector<MetricInfo>& comparable_metrics() {
  static const std::vector<MetricInfo> k_metrics = {
      {"registers", "registers", registers},
      {"scalar_registers", "scalar registers", resource_of<resource::k_scalar_registers>},
      {"accumulation_registers", "accumulation registers", resource_of<resource::k_accumulation_registers>},
      {"spills", "spills", spills},
      {"scratch_bytes", "scratch bytes", resource_of<resource::k_scratch_bytes>},
      {"local_bytes", "local bytes", resource_of<resource::k_local_bytes>},
      {"code_bytes", "code bytes", resource_of<resource::k_code_bytes>},
  };
  return k_metrics;
}

const MetricInfo* find_metric(const std::string& name) {
  const auto found = std::ranges::find(comparable_metrics(), name, &MetricInfo::name);
  return found == comparable_metrics().end() ? nullptr : &*found;
}

std::optional<double> vliw_fill(const KernelMetrics& kernel) {
  const Maybe operations = kernel.find(resource::k_vliw_operations), bundles = kernel.find(resource::k_vliw_bundles);
  if (!is_sane(operations) || !is_sane(bundles) || *bundles == 0) return std::nullopt;
  return static_cast<double>(*operations) / (vliw_slots(kernel) * static_cast<double>(*bundles));
}

std::string percent_text(double fraction) {
  // A small addition, so that 0.29 is 29 % although its nearest double is less.
  const auto hundredths = static_cast<std::uint64_t>(std::floor(fraction * 10000 + 1e-6));
  std::string text = std::to_string(hundredths / 100);
  if (const std::uint64_t rest = hundredths % 100; rest != 0) {
    text += "." + std::to_string(rest / 10);
    if (rest % 10 != 0) text += std::to_string(rest % 10);
  }
  return text;
}

}  // namespace clc
