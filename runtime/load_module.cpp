#include "load_module.h"

#include <algorithm>
#include <set>

#include "candidates.h"
#include "clc/package/target.h"
#include "clc/runtime/choose.h"
#include "load_variant.h"

namespace clc {
namespace {

// Returns the names of modules. Configurations of a module have the name that they share.
std::string names_of(const std::vector<Module>& modules) {
  std::set<std::string> names;
  for (const Module& module : modules) names.insert(module.tuning.of.empty() ? module.name : module.tuning.of);
  return listed(names);
}

// Refuses the variants for other targets, whether the device would take them or not.
void restrict_to(Choice& choice, std::string_view only_target) {
  constexpr const char* k_other = "not asked for";
  const auto is_other = [&](const Variant* variant) { return variant->target != only_target; };
  for (Refusal& variant : choice.refused) {
    if (variant.target != only_target) variant.reason = k_other;
  }
  for (const Variant* variant : choice.fitting) {
    if (is_other(variant)) choice.refused.push_back({variant->target, k_other});
  }
  choice.fitting.erase(std::remove_if(choice.fitting.begin(), choice.fitting.end(), is_other), choice.fitting.end());
}

// The error of a target that no variant is for; nothing of the device is to blame.
Error no_such_target(const Module& module, std::string_view only_target) {
  std::set<std::string> targets;
  for (const Variant& variant : module.variants) targets.insert(variant.target);
  return Error(ErrorKind::k_unavailable, "module '" + module.name + "' has no variant for target " +
                                             std::string(only_target) + "; it has: " + listed(targets));
}

bool has_target(const Module& module, std::string_view target) {
  return std::any_of(module.variants.begin(), module.variants.end(),
                     [&](const Variant& variant) { return variant.target == target; });
}

Error nothing_loaded(const Module& module, const Device& device, std::string_view only_target, const Choice& choice,
                     const std::optional<ErrorKind>& unread) {
  // The kind tells three cases apart, which callers treat differently: no variant fits; a driver refuses those that
  // fit; an add-on cannot be read.
  const ErrorKind failed = unread.value_or(ErrorKind::k_opencl);
  const ErrorKind kind = choice.fitting.empty() ? ErrorKind::k_unavailable : failed;
  std::string message = "no variant of module '" + module.name + "'";
  if (!only_target.empty()) message += " for target " + std::string(only_target);
  message += " runs on " + device.facts.name + " (" + device.facts.platform_name + ")";
  const bool is_advised = choice.fitting.empty() && only_target.empty();
  const std::string own = is_advised ? own_target(device.facts) : "";
  message += own.empty() ? ":" : "; compile for " + own + ":";
  message += choice.refused.empty() ? " it has no variants" : "\n" + describe(choice.refused);
  return Error(kind, std::move(message));
}

}  // namespace

std::string listed(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

Result<const Module*> find_module(const Package& package, std::string_view name, const DeviceFacts& device) {
  if (const Module* found = find_configuration(package.manifest(), name, device); found != nullptr) return found;
  return fail(ErrorKind::k_usage,
              "the package has no module '" + std::string(name) + "'; it has: " + names_of(package.manifest().modules));
}

Result<LoadedModule> load_module(const BuildPlace& place, const std::optional<BinaryCache>& cache,
                                 const Package& package, const Module& module, std::string_view only_target) {
  const Device& device = place.device;
  const Candidates candidates = collect_candidates(package, module);
  Choice choice = choose_variants(candidates.module, device.facts);
  if (!only_target.empty()) {
    const Result<Target> target = parse_target(only_target);
    const std::string name = target ? target->name() : std::string(only_target);
    if (!has_target(candidates.module, name)) {
      Error error = no_such_target(candidates.module, name);
      error.message += describe_unused(package);
      return fail(std::move(error));
    }
    restrict_to(choice, name);
  }
  std::optional<ErrorKind> unread;  // the error of an add-on that gave no bytes
  for (const Variant* variant : choice.fitting) {
    // A driver may crash on bytes that are not its own, so the digest is checked before a driver gets them. A damaged
    // package is an error even when another variant would do, and a damaged add-on is not.
    const Package& owner = candidates.package_of(*variant);
    const Result<Bytes> bytes = owner.read(*variant);
    if (!bytes && &owner == &package) return fail(bytes, "module '" + module.name + "', variant " + variant->target);
    if (!bytes) {
      choice.refused.push_back({variant->target, bytes.error().message});
      unread = bytes.error().kind;
      continue;
    }
    const Interface& interface = candidates.module.interfaces[variant->interface];
    Result<LoadedVariant> loaded = load_variant(place, cache, *variant, interface, *bytes);
    if (loaded) return LoadedModule{*variant, interface, std::move(loaded->built), std::move(loaded->cache_use)};
    choice.refused.push_back({variant->target, loaded.error().message});
  }
  Error error = nothing_loaded(module, device, only_target, choice, unread);
  error.message += describe_unused(package);
  return fail(std::move(error));
}

}  // namespace clc
