// Collects the variants of a module: first those of the package, then those of its add-ons.
#pragma once

#include <vector>

#include "clc/package/package.h"

namespace clc {

struct Candidates {
  Module module;
  std::vector<const Package*> packages;  // the package that holds each variant of `module`

  // `variant` must be a variant of `module`.
  const Package& package_of(const Variant& variant) const {
    return *packages[static_cast<std::size_t>(&variant - module.variants.data())];
  }
};

// `module` is a module of `package`, which must outlive the result.
Candidates collect_candidates(const Package& package, const Module& module);

// Names each add-on that is not used, on a line of its own with the reason.
std::string describe_unused(const Package& package);

}  // namespace clc
