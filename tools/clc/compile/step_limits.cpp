#include "compile/step_limits.h"

#include <algorithm>

#include "base/text.h"
#include "confine/driver_rules.h"

namespace clc {
namespace {

// How often PoCL compiles a kernel: for small and for large grids, if not both are asked for.
std::size_t finished_forms(const Plan& plan, JobIndex job, const Interface& interface) {
  constexpr std::size_t k_kinds_of_grids = 2;
  const auto launches =
      static_cast<std::size_t>(std::ranges::count_if(plan.source_of(job).group_sizes, [&](const GroupSize& group) {
        return interface.find(group.kernel) != nullptr;
      }));
  const auto fixed = static_cast<std::size_t>(
      std::ranges::count_if(interface.kernels, [](const auto& k) { return k.required_work_group_size[0] != 0; }));
  switch (plan.finish) {
    case Finish::k_none:
      return 0;
    case Finish::k_launched:
      return k_kinds_of_grids * (launches != 0 ? launches : fixed);
    case Finish::k_all:
      return interface.kernels.size() + k_kinds_of_grids * (launches + fixed);
  }
  return 0;
}

}  // namespace

std::chrono::seconds time_of_step(const Plan& plan, JobIndex job, const Artifact& base) {
  constexpr std::size_t k_least_s = 120, k_of_form_s = 10, k_bytes_per_s = 1024;
  if (plan.limits.time_s != 0) return std::chrono::seconds(plan.limits.time_s);
  const std::size_t forms = plan.target_of(job).driver ? finished_forms(plan, job, base.interface) : 0;
  return std::chrono::seconds(k_least_s + k_of_form_s * forms + base.binary.size() / k_bytes_per_s);
}

Result<std::function<bool()>> limits_of_step(const Plan& plan, JobIndex job, const std::string& folder) {
  const PlannedTarget& target = plan.target_of(job);
  const bool is_confined = !plan.readable.empty();
  const auto limit = is_confined ? FileRules::Limit::k_all : FileRules::Limit::k_writing;
  return limits_of_process(limit, [&](FileRules& rules) {
    rules.allow_all(folder);
    if (target.driver) allow_devices(rules);
    if (!is_confined) return;
    allow_system(rules, folder_of(target.driver ? plan.driver_program : target.assembler->path));
    if (!target.driver) return;
    for (const auto* list : {&target.driver->use.libraries, &target.driver->use.programs}) {
      for (const std::string& path : *list) rules.allow_running(path);
    }
  });
}

}  // namespace clc
