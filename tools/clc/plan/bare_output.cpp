#include "plan/bare_output.h"

#include <algorithm>

#include "base/text.h"
#include "clc/package/target.h"
#include "support/package_name.h"

namespace clc {

Result<void> check_output_name(const Plan& plan) {
  const std::string& path = plan.outputs.package;
  if (!is_bare_output(path)) return check_package_name(path);
  const auto usage = [&](const std::string& what) {
    return fail(ErrorKind::k_usage, "-o " + path + ": " + what + "; for a package: -o " + package_of(path));
  };
  if (plan.jobs.size() != 1) {
    return usage("this name is for one binary, and " + count(plan.sources.size(), "FILE") + " for " +
                 count(plan.targets.size(), "target") + " give " + std::to_string(plan.jobs.size()));
  }
  const PlannedTarget& target = plan.target_of(plan.jobs[JobIndex{0}]);
  const std::vector<std::string>& endings = family_info(target.target.family).endings;
  if (std::ranges::find(endings, ending_of(path)) == endings.end())
    return usage("the binary for " + target.name + " is named " + stem(path) + endings.front());
  if (plan.outputs.compression != 0 || !plan.outputs.add_on_of.empty())
    return usage("--compress and --add-on-of are for packages");
  return {};
}

void warn_of_build_options(const std::string& path, const Artifact& artifact, Sink& sink) {
  const auto has = [&](std::string_view option) { return artifact.build_options.find(option) != std::string::npos; };
  if (artifact.format != "spirv" || (!has("-cl-opt-disable") && !has("-cl-std="))) return;
  sink.message(Severity::k_warning, path + " has to be built with " + artifact.build_options +
                                        ", too, or Intel's driver for CPUs computes wrong results: give clBuildProgram "
                                        "these options, or make a package, which tells the runtime: -o " +
                                        package_of(path));
}

}  // namespace clc
