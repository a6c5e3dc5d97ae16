#include "worker/passes/amdgpu_write_backs.h"

#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/Support/AtomicOrdering.h>

namespace clc::worker {
namespace {

using llvm::AtomicOrdering;

constexpr unsigned k_local_space = 3;  // what only a work-group shares is in no cache

constexpr unsigned k_no_loads_or_stores = 0x0f70;  // s_waitcnt vmcnt(0)

// The order that is left when the release is done.
AtomicOrdering without_release(AtomicOrdering order) {
  return llvm::isAcquireOrStronger(order) ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic;
}

class Releases {
 public:
  Releases(llvm::Module& module, bool writes_back_for_device) : writes_back_for_device_(writes_back_for_device) {
    module.getContext().getSyncScopeNames(names_);
  }

  void run(llvm::Function& function) {
    std::vector<llvm::Instruction*> releases;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) pointer = change->getPointerOperand();
      if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        pointer = exchange->getPointerOperand();
      }
      const bool is_local = pointer != nullptr && pointer->getType()->getPointerAddressSpace() == k_local_space;
      if (instruction.isAtomic() && !is_local) releases.push_back(&instruction);
    }
    for (llvm::Instruction* instruction : releases) split(*instruction);
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

  void split(llvm::Instruction& instruction) const {
    if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      if (!writes_back(change->getOrdering(), change->getSyncScopeID())) return;
      release(instruction, change->getSyncScopeID());
      change->setOrdering(without_release(change->getOrdering()));
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      if (!writes_back(exchange->getSuccessOrdering(), exchange->getSyncScopeID())) return;
      release(instruction, exchange->getSyncScopeID());
      exchange->setSuccessOrdering(without_release(exchange->getSuccessOrdering()));
      exchange->setFailureOrdering(without_release(exchange->getFailureOrdering()));
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (!writes_back(store->getOrdering(), store->getSyncScopeID())) return;
      release(instruction, store->getSyncScopeID());
      store->setOrdering(AtomicOrdering::Monotonic);
    } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
      if (!writes_back(fence->getOrdering(), fence->getSyncScopeID())) return;
      release(instruction, fence->getSyncScopeID());
      if (fence->getOrdering() == AtomicOrdering::Release) {
        fence->eraseFromParent();
      } else {
        fence->setOrdering(AtomicOrdering::Acquire);
      }
    }
  }

  bool writes_back_for_device_;
  llvm::SmallVector<llvm::StringRef> names_;
};

}  // namespace

void wait_for_write_backs(llvm::Module& module, std::string_view arch) {
  const bool writes_back_for_device =
      arch.starts_with("gfx94") || arch.starts_with("gfx95") || arch == "gfx9-4-generic";
  if (!writes_back_for_device && arch != "gfx90a") return;
  Releases releases(module, writes_back_for_device);
  for (llvm::Function& function : module) releases.run(function);
}

}  // namespace clc::worker
