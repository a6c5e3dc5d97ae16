#include "clc/package/add_on.h"

#include <map>

#include "files/add_on_search.h"

namespace clc {
namespace {

// The launch contracts of the kernels, by name.
std::map<std::string, std::string> contracts_of(const Module& module, const Variant& variant) {
  std::map<std::string, std::string> contracts;
  const Interface& interface = module.interfaces[variant.interface];
  for (const KernelInterface& kernel : interface.kernels) contracts[kernel.name] = launch_contract(interface, kernel);
  return contracts;
}

std::string misfit(const Module& base, const Module& module, const Variant& variant) {
  const std::string what = "module '" + module.name + "' for " + variant.target;
  if (variant.kernels_digest.empty()) return what + " does not say what it was compiled from; compile it again";
  bool is_same_source = false;
  for (const Variant& known : base.variants) {
    if (known.kernels_digest != variant.kernels_digest) continue;
    is_same_source = true;
    if (contracts_of(base, known) == contracts_of(module, variant)) return {};
  }
  if (is_same_source) return what + " has other kernels than the package, or with other arguments";
  return what + " was compiled from other files than the package, or with other options";
}

}  // namespace

std::string add_on_misfit(const Manifest& base, const Manifest& add_on) {
  for (const Module& module : add_on.modules) {
    const Module* known = base.find(module.name);
    if (known == nullptr) return "it has a module '" + module.name + "', and the package has none of that name";
    for (const Variant& variant : module.variants) {
      if (std::string problem = misfit(*known, module, variant); !problem.empty()) return problem;
    }
  }
  return {};
}

const std::vector<AddOn>& Package::add_ons() const {
  static const std::vector<AddOn> k_none;
  return add_ons_ == nullptr ? k_none : add_ons_->found(manifest());
}

}  // namespace clc
