#include "compile/step_limits.h"

#include "base/text.h"
#include "confine/driver_rules.h"

namespace clc {
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
