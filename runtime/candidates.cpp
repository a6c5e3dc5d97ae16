#include "candidates.h"

#include "clc/package/add_on.h"

namespace clc {

Candidates collect_candidates(const Package& package, const Module& module) {
  Candidates candidates{module, std::vector<const Package*>(module.variants.size(), &package)};
  for (const AddOn& add_on : package.add_ons()) {
    const Module* more = add_on.package ? add_on.package->manifest().find(module.name) : nullptr;
    if (more == nullptr) continue;
    Module& all = candidates.module;
    for (Variant variant : more->variants) {
      variant.interface += all.interfaces.size();
      all.variants.push_back(std::move(variant));
      candidates.packages.push_back(&*add_on.package);
    }
    all.interfaces.insert(all.interfaces.end(), more->interfaces.begin(), more->interfaces.end());
  }
  return candidates;
}

std::string describe_unused(const Package& package) {
  std::string text;
  for (const AddOn& add_on : package.add_ons()) {
    if (!add_on.package) text += "\n  add-on " + add_on.path + " is not used: " + add_on.problem;
  }
  return text;
}

}  // namespace clc
