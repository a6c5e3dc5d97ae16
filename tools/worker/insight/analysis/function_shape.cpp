#include "worker/insight/analysis/function_shape.h"

#include <utility>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {

namespace {

std::uint64_t bytes_of(const llvm::Type& type, const llvm::Instruction& at) {
  return at.getDataLayout().getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue();
}

MemoryAccess atomic(const llvm::Value& pointer, const llvm::Type& type, const llvm::Instruction& at) {
  const std::uint64_t bytes = bytes_of(type, at);
  return {&pointer, "atomic", bytes, bytes};
}

// A load of global memory that goes straight to local memory. AMD's writes a row there, which has no conflicts.
llvm::SmallVector<MemoryAccess, 2> copying_accesses(const llvm::Instruction& at) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&at);
  if (call == nullptr) return {};
  llvm::StringRef name = call->getCalledFunction()->getName();
  if (name == "llvm.amdgcn.global.load.lds") {
    const std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(call->getArgOperand(2))->getZExtValue();
    return {{call->getArgOperand(0), "load", bytes, bytes}};
  }
  std::uint64_t bytes = 0;
  const bool is_copy = name.consume_front("llvm.nvvm.cp.async.") &&
                       (name.consume_front("ca.") || name.consume_front("cg.")) &&
                       name.consume_front("shared.global.") && !name.getAsInteger(10, bytes);
  if (!is_copy) return {};
  return {{call->getArgOperand(1), "load", bytes, bytes}, {call->getArgOperand(0), "store", bytes, bytes}};
}

// The elements that a constant mask lets through, by themselves, as code generators make them.
llvm::SmallVector<MemoryAccess, 2> masked_accesses(const llvm::IntrinsicInst& at) {
  const bool is_store = at.getIntrinsicID() == llvm::Intrinsic::masked_store;
  if (!is_store && at.getIntrinsicID() != llvm::Intrinsic::masked_load) return {};
  const unsigned pointer = is_store ? 1 : 0;
  const llvm::Type& vector = is_store ? *at.getArgOperand(0)->getType() : *at.getType();
  const auto* mask = llvm::dyn_cast<llvm::Constant>(at.getArgOperand(pointer + 1));
  const auto* shape = llvm::dyn_cast<llvm::FixedVectorType>(&vector);
  if (mask == nullptr || shape == nullptr) return {};
  const std::uint64_t bytes = bytes_of(*shape->getElementType(), at);
  llvm::SmallVector<MemoryAccess, 2> accesses;
  for (unsigned i = 0; i < shape->getNumElements(); ++i) {
    const llvm::Constant* element = mask->getAggregateElement(i);
    if (element == nullptr || element->isNullValue()) continue;
    accesses.push_back(
        {at.getArgOperand(pointer), is_store ? "store" : "load", bytes, bytes, static_cast<std::int64_t>(i * bytes)});
  }
  return accesses;
}

// ldmatrix: eight lanes have the addresses of the lines, of 16 bytes, of each of its matrices.
llvm::SmallVector<MemoryAccess, 2> matrix_accesses(const llvm::IntrinsicInst& at) {
  constexpr std::uint64_t k_bytes_of_line = 16;
  const unsigned matrices = ldmatrix_count(at.getCalledFunction()->getName());
  if (matrices == 0) return {};
  return {{at.getArgOperand(0), "load", k_bytes_of_line, k_bytes_of_line, 0, 8 * matrices}};
}

const llvm::ConstantInt* constant_length(const llvm::MemIntrinsic& copy) {
  return llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
}

}  // namespace

llvm::SmallVector<MemoryAccess, 2> accesses_of(const llvm::Instruction& at) {
  if (auto copying = copying_accesses(at); !copying.empty()) return copying;
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(at)) {
    return {{llvm::getLoadStorePointerOperand(&at), llvm::isa<llvm::LoadInst>(at) ? "load" : "store",
             bytes_of(*llvm::getLoadStoreType(&at), at), llvm::getLoadStoreAlignment(&at).value()}};
  }
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&at)) {
    return {atomic(*update->getPointerOperand(), *update->getType(), at)};
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&at)) {
    return {atomic(*exchange->getPointerOperand(), *exchange->getCompareOperand()->getType(), at)};
  }
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(&at)) {
    if (auto masked = masked_accesses(*known); !masked.empty()) return masked;
    if (auto lines = matrix_accesses(*known); !lines.empty()) return lines;
  }
  // The code generator makes loads and stores of copies, such as of structs.
  llvm::SmallVector<MemoryAccess, 2> accesses;
  const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&at);
  const llvm::ConstantInt* length = copy == nullptr ? nullptr : constant_length(*copy);
  if (length == nullptr) return accesses;
  if (const auto* from = llvm::dyn_cast<llvm::MemTransferInst>(copy)) {
    accesses.push_back(
        {from->getRawSource(), "load", length->getZExtValue(), from->getSourceAlign().valueOrOne().value()});
  }
  accesses.push_back({copy->getRawDest(), "store", length->getZExtValue(), copy->getDestAlign().valueOrOne().value()});
  return accesses;
}

std::string hidden_accesses(const llvm::Instruction& at) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
  const llvm::Function* called = call == nullptr ? nullptr : call->getCalledFunction();
  if (call == nullptr || !call->mayReadOrWriteMemory() || (called != nullptr && !called->isDeclaration())) return "";
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(call)) {
    const llvm::Intrinsic::ID id = known->getIntrinsicID();
    const bool accesses_nothing = id == llvm::Intrinsic::prefetch || id == llvm::Intrinsic::invariant_start ||
                                  id == llvm::Intrinsic::invariant_end || known->isAssumeLikeIntrinsic();
    if (accesses_nothing || !masked_accesses(*known).empty() || !matrix_accesses(*known).empty()) return "";
    if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(known);
        copy != nullptr && constant_length(*copy) != nullptr)
      return "";
  }
  if (!copying_accesses(at).empty()) return "";
  if (called != nullptr && called->getName() == "vprintf") return "";
  const bool takes_pointer =
      llvm::any_of(call->args(), [](const llvm::Use& argument) { return argument->getType()->isPtrOrPtrVectorTy(); });
  if (!takes_pointer) return "";
  if (call->isInlineAsm()) return "accesses of inline assembly";
  return "what " + (called == nullptr ? std::string("a called pointer") : called->getName().str()) + " accesses";
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
      } else {
        for (const MemoryAccess& access : accesses_of(instruction)) need(access.pointer);
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
