#include "worker/passes/run_global_constructors.h"

#include <string>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/IPO/GlobalOpt.h>

#include "worker/ir/failure.h"

namespace clc::worker {
namespace {

constexpr const char* k_constructors = "llvm.global_ctors";
constexpr const char* k_destructors = "llvm.global_dtors";

// Returns the first variable that a function, or one that it calls, uses.
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

const llvm::Function* first_of(const llvm::Module& module, const char* list) {
  const llvm::GlobalVariable* variable = module.getNamedGlobal(list);
  if (variable == nullptr || !variable->hasInitializer()) return nullptr;
  for (const llvm::Value* entry : variable->getInitializer()->operand_values()) {
    const auto* fields = llvm::dyn_cast<llvm::ConstantStruct>(entry);
    const llvm::Value* function = fields == nullptr ? nullptr : fields->getOperand(1)->stripPointerCasts();
    if (function != nullptr && llvm::isa<llvm::Function>(function)) return llvm::cast<llvm::Function>(function);
  }
  return nullptr;
}

// Returns the error message about a constructor that remains.
std::string why_left(const llvm::Function& constructor) {
  llvm::SmallPtrSet<const llvm::Function*, 8> seen;
  const std::string variable = variable_of(constructor, seen);
  if (variable.empty()) {
    return llvm::demangle(constructor.getName().str()) +
           " would have to run before the kernels, which no driver does; leave out its attribute 'constructor'";
  }
  return "the value of " + variable +
         " is computed by code that would have to run before the kernels, which no driver does; make it constexpr";
}

}  // namespace

llvm::PreservedAnalyses RunGlobalConstructors::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  // Nobody reads these, and LLVM's SPIR-V backend does not take all of them.
  if (llvm::GlobalVariable* annotations = module.getNamedGlobal("llvm.global.annotations"))
    annotations->eraseFromParent();
  if (const llvm::Function* last = first_of(module, k_destructors)) {
    report_failure(
        module.getContext(), ErrorKind::k_compile,
        llvm::demangle(last->getName().str()) +
            " would have to run after the kernels, which no driver does; leave out its attribute 'destructor'");
    return llvm::PreservedAnalyses::none();
  }
  if (first_of(module, k_constructors) == nullptr) return blocks_preserved();
  llvm::GlobalOptPass().run(module, analyses);
  if (const llvm::Function* left = first_of(module, k_constructors)) {
    report_failure(module.getContext(), ErrorKind::k_compile, why_left(*left));
  } else if (llvm::GlobalVariable* list = module.getNamedGlobal(k_constructors)) {
    list->eraseFromParent();  // empty, it would become a variable of this name in SPIR-V, which LLVM 15's translator
                              // refuses
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
