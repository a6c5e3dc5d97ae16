#include "worker/insight/joined_accesses.h"

#include <map>
#include <utility>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "worker/passes/pass_list.h"

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

bool is_aligned_to_more_than_size(const llvm::Instruction& one) {
  const llvm::DataLayout& layout = one.getDataLayout();
  return llvm::getLoadStoreAlignment(&one).value() > layout.getTypeStoreSize(llvm::getLoadStoreType(&one));
}

// True where two loads, or two stores, of a block are of the same object, and on NVIDIA one of them aligned for both.
bool may_have_neighbours(const llvm::BasicBlock& block, bool needs_alignment) {
  constexpr unsigned k_private = 5;
  struct Seen {
    bool is_several = false, is_aligned = false;
  };
  std::map<std::pair<unsigned, const llvm::Value*>, Seen> seen;
  for (const llvm::Instruction& one : block) {
    if (!is_simple(one)) continue;
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&one);
    if (pointer->getType()->getPointerAddressSpace() == k_private) continue;
    const llvm::Value* object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
    if (llvm::isa<llvm::AllocaInst>(object)) continue;
    const auto [at, is_first] = seen.try_emplace({one.getOpcode(), object});
    at->second.is_several = !is_first;
    at->second.is_aligned = at->second.is_aligned || !needs_alignment || is_aligned_to_more_than_size(one);
    if (at->second.is_several && at->second.is_aligned) return true;
  }
  return false;
}

bool may_have_neighbours(const llvm::Module& module) {
  const bool needs_alignment = module.getTargetTriple().isNVPTX();
  for (const llvm::Function& function : module) {
    for (const llvm::BasicBlock& block : function) {
      if (may_have_neighbours(block, needs_alignment)) return true;
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
  if (joins_accesses(machine)) run_passes(module, machine, "function(load-store-vectorizer)");
}

}  // namespace clc::worker
