#include "worker/ir/global_constructors.h"

#include <string>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include "worker/ir/optimizer.h"

namespace clc::worker {
namespace {

constexpr const char* k_constructors = "llvm.global_ctors";

// The first variable that a function, or those that it calls, name.
std::string variable_of(const llvm::Function& function, llvm::SmallPtrSetImpl<const llvm::Function*>& seen) {
  if (!seen.insert(&function).second) return {};
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::Value* operand : instruction.operand_values()) {
      const llvm::Value* value = operand->stripInBoundsOffsets();
      std::string name = llvm::isa<llvm::GlobalVariable>(value) ? value->getName().str() : std::string();
      if (const auto* callee = llvm::dyn_cast<llvm::Function>(value)) name = variable_of(*callee, seen);
      if (!name.empty()) return name;
    }
  }
  return {};
}

const llvm::Function* first_constructor(const llvm::Module& module) {
  const llvm::GlobalVariable* variable = module.getNamedGlobal(k_constructors);
  if (variable == nullptr || !variable->hasInitializer()) return nullptr;
  for (const llvm::Value* entry : variable->getInitializer()->operand_values()) {
    const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry);
    const llvm::Value* function = fields == nullptr ? nullptr : fields->getOperand(1)->stripPointerCasts();
    if (function != nullptr && llvm::isa<llvm::Function>(function)) return llvm::cast<llvm::Function>(function);
  }
  return nullptr;
}

}  // namespace

Result<void> run_global_constructors(llvm::Module& module, llvm::TargetMachine& machine) {
  if (first_constructor(module) == nullptr) return {};
  run_pass(module, machine, "globalopt");
  const llvm::Function* left = first_constructor(module);
  if (left == nullptr) {
    // An empty list would become a variable of this name in SPIR-V, which LLVM 15's translator refuses.
    if (llvm::GlobalVariable* list = module.getNamedGlobal(k_constructors)) list->eraseFromParent();
    return {};
  }
  llvm::SmallPtrSet<const llvm::Function*, 8> seen;
  return fail(ErrorKind::k_compile, "the value of " + variable_of(*left, seen) +
                                        " is computed by code that would have to run before the kernels, which no "
                                        "driver does; make it constexpr");
}

}  // namespace clc::worker
