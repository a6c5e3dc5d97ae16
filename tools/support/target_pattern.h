// Choosing among the targets and kernels of a package.
#pragma once

#include <string>
#include <vector>

namespace clc {

// True when `pattern` fits a target's canonical name: it is a target as for `compile`, a family such as amdgcn, or a
// pattern as in a shell. An empty pattern fits all.
bool fits_target(const std::string& pattern, const std::string& target);

// True when at least one pattern fits, or when there is none.
bool fits_any_target(const std::vector<std::string>& patterns, const std::string& target);

// True when at least one pattern, as in a shell and in any case, fits the kernel's name, or when there is none.
bool fits_any_kernel(const std::vector<std::string>& patterns, const std::string& kernel);

// A kernel that a package has for a target; the name is empty for a target with no kernels.
struct HeldKernel {
  std::string target, kernel;
};

// Says why nothing in a package fits the patterns of targets and of kernels that were asked for, any of which may be
// empty: "the package has no target sm_80; write cubin:sm_80 or nvptx:sm_80". The kernel is blamed only where a target
// fits.
std::string nothing_fits(const std::vector<std::string>& patterns, const std::vector<std::string>& kernels,
                         const std::vector<HeldKernel>& held);

}  // namespace clc
