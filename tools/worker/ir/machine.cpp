#include "worker/ir/machine.h"

#include <algorithm>

#include <llvm/MC/TargetRegistry.h>

namespace clc::worker {
namespace {

llvm::CodeGenOptLevel codegen_level_of(int optimization) {
  switch (optimization) {
    case 0:
      return llvm::CodeGenOptLevel::None;
    case 1:
      return llvm::CodeGenOptLevel::Less;
    case 2:
      return llvm::CodeGenOptLevel::Default;
    default:
      return llvm::CodeGenOptLevel::Aggressive;
  }
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_target_machine(const Machine& machine, int optimization, std::string& error) {
  const llvm::Triple triple(machine.triple);
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return nullptr;
  std::string features;
  for (const std::string& feature : machine.features) features += (features.empty() ? "" : ",") + feature;
  llvm::TargetOptions options;
  // Without optimisation R600's back end reaches what LLVM takes for unreachable, and dies where Clang compiled it.
  if (triple.getArch() == llvm::Triple::r600) optimization = std::max(optimization, 1);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, machine.cpu, features, options, llvm::Reloc::Static, std::nullopt, codegen_level_of(optimization)));
}

}  // namespace clc::worker
