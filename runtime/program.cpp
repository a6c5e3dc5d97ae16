#include "clc/runtime/program.h"

#include <algorithm>
#include <optional>

#include "candidates.h"
#include "clc/internal/without_exceptions.h"
#include "clc/package/target.h"
#include "clc/runtime/handles.h"
#include "load_variant.h"
#include "opencl_calls.h"
#include "program_state.h"

namespace clc {
namespace {

template <class List>
std::string names_of(const List& list) {
  std::string text;
  for (const auto& entry : list) text += (text.empty() ? "" : ", ") + entry.name;
  return text.empty() ? "none" : text;
}

// Moves the variants of other targets from the fitting to the refused ones.
void restrict_to(Choice& choice, std::string_view only_target) {
  const auto is_other = [&](const Variant* variant) { return variant->target != only_target; };
  for (const Variant* variant : choice.fitting) {
    if (is_other(variant)) choice.refused.push_back({variant->target, "not asked for"});
  }
  choice.fitting.erase(std::remove_if(choice.fitting.begin(), choice.fitting.end(), is_other), choice.fitting.end());
}

Error nothing_loaded(const Module& module, const Device& device, std::string_view only_target, const Choice& choice) {
  // Tells "nothing fits" from "something fits and failed", because a caller can do different things about them.
  const ErrorKind kind = choice.fitting.empty() ? ErrorKind::k_unavailable : ErrorKind::k_opencl;
  std::string message = "no variant of module '" + module.name + "'";
  if (!only_target.empty()) message += " for target " + std::string(only_target);
  message += " runs on " + device.facts.name + " (" + device.facts.platform_name + "):";
  message += choice.refused.empty() ? " it has no variants" : "\n" + describe(choice.refused);
  return Error(kind, std::move(message));
}

}  // namespace

Program::Program(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<Program> Program::load(const Queue& queue, const Package& package, std::string_view module,
                              std::string_view only_target) {
  return without_exceptions("module '" + std::string(module) + "'",
                            [&] { return load_best(queue, package, module, only_target); });
}

Result<Program> Program::load_best(const Queue& queue, const Package& package, std::string_view module,
                                   std::string_view only_target) {
  const Module* found = package.manifest().find(module);
  if (found == nullptr) {
    return fail(ErrorKind::k_usage, "the package has no module '" + std::string(module) +
                                        "'; it has: " + names_of(package.manifest().modules));
  }
  const Device& device = queue.device();
  const Candidates candidates = collect_candidates(package, *found);
  Choice choice = choose_variants(candidates.module, device.facts);
  if (!only_target.empty()) {
    const Result<Target> target = parse_target(only_target);
    restrict_to(choice, target ? target->name() : std::string(only_target));
  }
  for (const Variant* variant : choice.fitting) {
    // A driver may crash on bytes that are not its own, so none sees any before their digest has been
    // checked. A damaged package is an error even where another variant would do; a damaged add-on is not.
    const Package& owner = candidates.package_of(*variant);
    const Result<Bytes> bytes = owner.read(*variant);
    if (!bytes && &owner == &package) {
      return fail(bytes, "module '" + found->name + "', variant " + variant->target);
    }
    if (!bytes) {
      choice.refused.push_back({variant->target, bytes.error().message});
      continue;
    }
    const Interface& interface = candidates.module.interfaces[variant->interface];
    Result<LoadedVariant> loaded =
        load_variant({queue.context(), device}, queue.binaries(), *variant, interface, *bytes);
    if (loaded) {
      return Program(std::make_shared<State>(State{queue, *variant, interface, std::move(loaded->built.program),
                                                   std::move(loaded->built.log), std::move(loaded->cache_use)}));
    }
    choice.refused.push_back({variant->target, loaded.error().message});
  }
  Error error = nothing_loaded(*found, device, only_target, choice);
  error.message += describe_unused(package);
  return fail(std::move(error));
}

const Variant& Program::variant() const {
  return state_->variant;
}
const Interface& Program::interface() const {
  return state_->interface;
}
const std::string& Program::build_log() const {
  return state_->build_log;
}
const CacheUse& Program::cache_use() const {
  return state_->cache_use;
}
cl_program Program::handle() const {
  return state_->program.get();
}

Result<Kernel> Program::kernel(const std::string& name) const {
  const KernelInterface* interface = state_->interface.find(name);
  if (interface == nullptr) {
    return fail(ErrorKind::k_usage,
                "the program has no kernel '" + name + "'; it has: " + names_of(state_->interface.kernels));
  }
  cl_int code = CL_SUCCESS;
  KernelHandle handle(opencl().clCreateKernel(state_->program.get(), name.c_str(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateKernel of '" + name + "'");
  return Kernel(std::make_shared<Kernel::State>(state_, interface, std::move(handle)));
}

}  // namespace clc
