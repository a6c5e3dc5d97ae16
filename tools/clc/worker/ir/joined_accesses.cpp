#include "worker/ir/joined_accesses.h"

#include <set>
#include <tuple>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/ir/optimizer.h"

namespace clc::worker {
namespace {

bool joins_accesses(const llvm::TargetMachine& machine) {
  return machine.getOptLevel() != llvm::CodeGenOptLevel::None;
}

bool is_simple(const llvm::Instruction& one) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one)) return load->isSimple();
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&one);
  return store != nullptr && store->isSimple();
}

// Whether two loads, or two stores, of a block are of the same object.
bool may_have_neighbours(const llvm::BasicBlock& block) {
  constexpr unsigned k_private = 5;
  std::set<std::tuple<unsigned, const llvm::Value*>> seen;
  for (const llvm::Instruction& one : block) {
    if (!is_simple(one)) continue;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&one);
    if (pointer->getType()->getPointerAddressSpace() == k_private) continue;
    const llvm::Value* object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
    if (!llvm::isa<llvm::AllocaInst>(object) && !seen.emplace(one.getOpcode(), object).second) return true;
  }
  return false;
}

bool may_have_neighbours(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::BasicBlock& block : function) {
      if (may_have_neighbours(block)) return true;
    }
  }
  return false;
}

}  // namespace

std::unique_ptr<llvm::Module> copy_with_joined_accesses(const llvm::Module& module, llvm::TargetMachine& machine) {
  if (!joins_accesses(machine) || !may_have_neighbours(module)) return nullptr;
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  join_accesses(*copy, machine);
  return copy;
}

void join_accesses(llvm::Module& module, llvm::TargetMachine& machine) {
  if (joins_accesses(machine)) run_pass(module, machine, "function(load-store-vectorizer)");
}

}  // namespace clc::worker
