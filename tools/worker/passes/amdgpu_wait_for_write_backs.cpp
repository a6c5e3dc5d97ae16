#include "worker/passes/amdgpu_wait_for_write_backs.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/Support/AtomicOrdering.h>

namespace clc::worker {
namespace {

using llvm::AtomicOrdering;

constexpr unsigned k_space_of_group = 3;  // local memory: what only a work-group shares is in no cache

constexpr unsigned k_no_loads_or_stores = 0x0f70;  // s_waitcnt vmcnt(0)

// Returns the order without the release.
AtomicOrdering without_release(AtomicOrdering order) {
  return llvm::isAcquireOrStronger(order) ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic;
}

class Releases {
 public:
  Releases(llvm::LLVMContext& context, bool writes_back_for_device) : writes_back_for_device_(writes_back_for_device) {
    context.getSyncScopeNames(names_);
  }

  // Returns false where the function has no release that waits.
  bool run(llvm::Function& function) const {
    std::vector<llvm::Instruction*> releases;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) pointer = change->getPointerOperand();
      if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        pointer = exchange->getPointerOperand();
      }
      const bool is_local = pointer != nullptr && pointer->getType()->getPointerAddressSpace() == k_space_of_group;
      if (instruction.isAtomic() && !is_local) releases.push_back(&instruction);
    }
    return llvm::count_if(releases, [&](llvm::Instruction* instruction) { return split(*instruction); }) > 0;
  }

 private:
  bool writes_back(AtomicOrdering order, llvm::SyncScope::ID scope) const {
    if (!llvm::isReleaseOrStronger(order)) return false;
    const llvm::StringRef name = scope < names_.size() ? names_[scope] : llvm::StringRef();
    const bool is_system = name.empty() || name == "one-as";
    return is_system || (writes_back_for_device_ && name.starts_with("agent"));
  }

  static void release(llvm::Instruction& before, llvm::SyncScope::ID scope) {
    llvm::IRBuilder<> builder(&before);
    builder.CreateFence(AtomicOrdering::Release, scope);
    builder.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_waitcnt, {}, {builder.getInt32(k_no_loads_or_stores)});
  }

  bool split(llvm::Instruction& instruction) const {
    if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      if (!writes_back(change->getOrdering(), change->getSyncScopeID())) return false;
      release(instruction, change->getSyncScopeID());
      change->setOrdering(without_release(change->getOrdering()));
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      if (!writes_back(exchange->getSuccessOrdering(), exchange->getSyncScopeID())) return false;
      release(instruction, exchange->getSyncScopeID());
      exchange->setSuccessOrdering(without_release(exchange->getSuccessOrdering()));
      exchange->setFailureOrdering(without_release(exchange->getFailureOrdering()));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!writes_back(store->getOrdering(), store->getSyncScopeID())) return false;
      release(instruction, store->getSyncScopeID());
      store->setOrdering(AtomicOrdering::Monotonic);
    } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      if (!writes_back(fence->getOrdering(), fence->getSyncScopeID())) return false;
      release(instruction, fence->getSyncScopeID());
      if (fence->getOrdering() == AtomicOrdering::Release) {
        fence->eraseFromParent();
      } else {
        fence->setOrdering(AtomicOrdering::Acquire);
      }
    } else {
      return false;
    }
    return true;
  }

  bool writes_back_for_device_;
  llvm::SmallVector<llvm::StringRef> names_;
};

}  // namespace

llvm::PreservedAnalyses AmdgpuWaitForWriteBacks::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  const bool writes_back_for_device =
      arch_.starts_with("gfx94") || arch_.starts_with("gfx95") || arch_ == "gfx9-4-generic";
  if (!writes_back_for_device && arch_ != "gfx90a") return llvm::PreservedAnalyses::all();
  const bool has_changed = Releases(function.getContext(), writes_back_for_device).run(function);
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
