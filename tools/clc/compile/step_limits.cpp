#include "compile/step_limits.h"

#include <memory>

#include "confine/driver_rules.h"
#include "confine/system_calls.h"
#include "support/text.h"

namespace clc {
Result<std::function<bool()>> limits_of_step(const Plan& plan, JobIndex job, const std::string& folder) {
  const PlannedTarget& target = plan.target_of(job);
  const bool is_confined = !plan.readable.empty();
  if (!can_limit_files()) {
    if (is_confined) return fail(ErrorKind::k_unavailable, "this kernel cannot confine processes to files (Landlock)");
    return std::function<bool()>([] {
      no_network();
      return true;
    });
  }
  Result<FileRules> made = FileRules::make(is_confined ? FileRules::Limit::k_all : FileRules::Limit::k_writing);
  if (!made) return fail(made);
  auto rules = std::make_shared<FileRules>(std::move(*made));
  rules->allow_all(folder);
  rules->allow_all("/dev/null");
  if (target.driver) allow_devices(*rules);
  if (is_confined) {
    allow_system(*rules, folder_of(target.driver ? plan.driver_program : target.assembler->path));
    if (target.driver) {
      for (const auto* list : {&target.driver->use.libraries, &target.driver->use.programs}) {
        for (const std::string& path : *list) rules->allow_running(path);
      }
    }
  }
  return std::function<bool()>([rules, is_confined] {
    const bool has_files = rules->apply();
    const bool has_calls = no_network();
    return (has_files && has_calls) || !is_confined;
  });
}

}  // namespace clc
