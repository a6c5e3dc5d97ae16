#include "support/target_pattern.h"

#include <algorithm>
#include <set>

#include "base/shell_pattern.h"
#include "base/text.h"
#include "clc/package/target.h"

namespace clc {
namespace {

// Those of `targets` that are of this architecture: nvptx:sm_80 and cubin:sm_80 for sm_80.
std::vector<std::string> of_architecture(const std::string& arch, const std::vector<std::string>& targets) {
  std::vector<std::string> found;
  for (const std::string& target : targets) {
    const std::string device(device_of_target(target));
    if (!device.empty() && fits_pattern(arch, device, Letters::k_of_any_case)) found.push_back(target);
  }
  return found;
}

// "; write A or B", "; did you mean A?", or "; it has A, B" where none of `targets` is near.
std::string target_hint(const std::string& pattern, const std::vector<std::string>& targets) {
  const std::vector<std::string> meant = of_architecture(pattern, targets);
  if (!meant.empty()) return "; write " + join(meant, " or ");
  const std::string near = suggestion(pattern, targets);
  if (!near.empty() || targets.empty()) return near;
  return "; it has " + join(targets, ", ");
}

}  // namespace

bool fits_target(const std::string& pattern, const std::string& target) {
  if (pattern.empty() || fits_pattern(pattern, target, Letters::k_of_any_case)) return true;
  const FamilyInfo* const family = find_family(pattern);
  if (const auto known = read_target(target); family != nullptr && known && known->family == family->family)
    return true;
  const Result<Target> named = parse_target(pattern);
  return named && named->name() == target;
}

bool fits_any_target(const std::vector<std::string>& patterns, const std::string& target) {
  return patterns.empty() ||
         std::ranges::any_of(patterns, [&](const std::string& pattern) { return fits_target(pattern, target); });
}

bool fits_any_kernel(const std::vector<std::string>& patterns, const std::string& kernel) {
  return patterns.empty() || std::ranges::any_of(patterns, [&](const std::string& pattern) {
           return fits_pattern(pattern, kernel, Letters::k_of_any_case);
         });
}

std::string nothing_fits(const std::vector<std::string>& patterns, const std::vector<std::string>& kernels,
                         const std::vector<HeldKernel>& held) {
  std::set<std::string> targets, fitting, with_kernel;
  std::vector<std::string> names;
  for (const HeldKernel& one : held) {
    targets.insert(one.target);
    if (fits_any_target(patterns, one.target)) fitting.insert(one.target);
    if (!one.kernel.empty() && fits_any_kernel(kernels, one.kernel)) with_kernel.insert(one.target);
    if (!one.kernel.empty()) names.push_back(one.kernel);
  }
  const std::string named = join(patterns, ", ");
  if (!patterns.empty() && (fitting.empty() || kernels.empty()))
    return "there is no target " + named + target_hint(patterns.front(), {targets.begin(), targets.end()});
  const std::string what = "there is no kernel " + join(kernels, ", ") + (patterns.empty() ? "" : " for " + named);
  if (with_kernel.empty()) return what + suggestion(kernels.front(), names);
  return what + "; it has that for " + join({with_kernel.begin(), with_kernel.end()}, ", ");
}

}  // namespace clc
