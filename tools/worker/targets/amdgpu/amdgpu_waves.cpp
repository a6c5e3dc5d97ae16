#include "worker/targets/amdgpu/amdgpu_waves.h"

#include <string>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_wide = 64;
constexpr const char *k_no_narrow_waves = "-wavefrontsize32", *k_wide_waves = "+wavefrontsize64";

}  // namespace

Result<void> choose_waves(const Interface& interface, const Target& target, Machine& machine) {
  if (!target.arch.starts_with("gfx1")) return {};
  const KernelInterface* first = nullptr;
  for (const KernelInterface& kernel : interface.kernels) {
    if (kernel.required_sub_group_size == 0) continue;
    if (first == nullptr) first = &kernel;
    if (kernel.required_sub_group_size == first->required_sub_group_size) continue;
    return fail(ErrorKind::k_compile, "kernel " + first->name + " asks for sub-groups of " +
                                          std::to_string(first->required_sub_group_size) + " work-items, and kernel " +
                                          kernel.name + " for " + std::to_string(kernel.required_sub_group_size) +
                                          ": for " + target.name() +
                                          " all kernels of a module have one size; put them into sources of their own");
  }
  if (first != nullptr && first->required_sub_group_size == k_wide)
    machine.features.insert(machine.features.end(), {k_no_narrow_waves, k_wide_waves});
  return {};
}

bool has_wide_waves(const llvm::TargetMachine& machine) {
  return machine.getTargetFeatureString().contains(k_wide_waves);
}

}  // namespace clc::worker
