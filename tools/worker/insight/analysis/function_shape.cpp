#include "worker/insight/analysis/function_shape.h"

#include <utility>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

const llvm::Value* accessed_pointer(const llvm::Instruction& at) {
  if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&at)) return pointer;
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) return update->getPointerOperand();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) return exchange->getPointerOperand();
  return nullptr;
}

FunctionShape::FunctionShape(llvm::Function& function, const ChipMemory& chip)
    : dominators(function), post_dominators(function), loops(dominators) {
  llvm::DenseSet<const llvm::BasicBlock*> seen;
  llvm::ReversePostOrderTraversal<llvm::Function*> blocks(&function);
  for (llvm::BasicBlock* block : blocks) {
    order.push_back(block);
    seen.insert(block);
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      const bool goes_back = seen.contains(next);
      is_reducible = is_reducible && (!goes_back || dominators.dominates(next, block));
    }
    if (std::vector<LoadRun> runs = load_runs_in(*block, chip); !runs.empty()) load_runs[block] = std::move(runs);
    if (Operations found = operations_of(*block); !found.is_empty()) operations[block] = std::move(found);
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Loop* loop = loops.getLoopFor(block);
      const bool leaves = loop != nullptr && llvm::any_of(instruction.users(), [&](const llvm::User* user) {
                            const auto* used = llvm::dyn_cast<llvm::Instruction>(user);
                            return used != nullptr && !loop->contains(used->getParent());
                          });
      if (leaves) live_out.insert(&instruction);
    }
  }
  find_needed();
}

// Finds the values to evaluate: most values of a kernel decide neither its way nor its addresses.
void FunctionShape::find_needed() {
  std::vector<const llvm::Instruction*> open;
  const auto need = [&](const llvm::Value* value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction != nullptr && needed.insert(instruction).second) open.push_back(instruction);
  };
  for (const llvm::BasicBlock* block : order) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* called = call == nullptr ? nullptr : call->getCalledFunction();
      const bool is_walked = called != nullptr && !called->isDeclaration();
      if (instruction.isTerminator() || is_walked) {
        for (const llvm::Use& use : instruction.operands()) need(use.get());
      } else if (const auto* access = accessed_pointer(instruction)) {
        need(access);
      }
    }
  }
  while (!open.empty()) {
    const llvm::Instruction* instruction = open.back();
    open.pop_back();
    for (const llvm::Use& use : instruction->operands()) need(use.get());
  }
}

const FunctionShape& shape_of(llvm::Function& function, const ChipMemory& chip, FunctionShapes& shapes) {
  std::unique_ptr<FunctionShape>& shape = shapes[&function];
  if (shape == nullptr) shape = std::make_unique<FunctionShape>(function, chip);
  return *shape;
}

}  // namespace clc::worker
