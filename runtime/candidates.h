// Collects the variants of a module: the package's own, and behind them those of its add-ons.
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

// The add-ons that are not used, and why, one on each line.
std::string describe_unused(const Package& package);

}  // namespace clc
