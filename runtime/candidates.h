// The variants of a module, those that add-ons bring behind the package's own.
#pragma once

#include <vector>

#include "clc/package/package.h"

namespace clc {

struct Candidates {
  Module module;
  std::vector<const Package*> packages;  // where each variant of `module` is

  // `variant` is one of the module's.
  const Package& package_of(const Variant& variant) const {
    return *packages[static_cast<std::size_t>(&variant - module.variants.data())];
  }
};

// `module` is one of the package's, which has to outlive the result.
Candidates collect_candidates(const Package& package, const Module& module);

// Each add-on that is not used, and why, on a line of its own.
std::string describe_unused(const Package& package);

}  // namespace clc
