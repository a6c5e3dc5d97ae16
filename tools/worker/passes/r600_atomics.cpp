#include "worker/passes/r600_atomics.h"

#include <string>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {
namespace {

constexpr unsigned k_global_space = 1;

// `atomic_inc` and `atomic_dec` wrap around at a limit. libclc's limit is the highest number, where additions and
// subtractions wrap around, too.
void replace_increment(llvm::AtomicRMWInst& atomic) {
  const auto operation = atomic.getOperation();
  const bool is_up = operation == llvm::AtomicRMWInst::UIncWrap;
  const auto* limit = llvm::dyn_cast<llvm::ConstantInt>(atomic.getValOperand());
  if ((!is_up && operation != llvm::AtomicRMWInst::UDecWrap) || limit == nullptr || !limit->isMinusOne()) return;
  atomic.setOperation(is_up ? llvm::AtomicRMWInst::Add : llvm::AtomicRMWInst::Sub);
  atomic.setOperand(1, llvm::ConstantInt::get(limit->getType(), 1));
}

bool needs_global_result(const llvm::Instruction& instruction) {
  if (instruction.use_empty()) return false;
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return atomic->getPointerAddressSpace() == k_global_space;
  }
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr && exchange->getPointerAddressSpace() == k_global_space;
}

}  // namespace

Result<void> prepare_atomics_for_r600(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) replace_increment(*atomic);
      if (!needs_global_result(instruction)) continue;
      const llvm::DebugLoc& where = instruction.getDebugLoc();
      return fail(ErrorKind::k_compile, function.getName().str() +
                                            " uses the result of an atomic operation on global "
                                            "memory" +
                                            (where ? " (line " + std::to_string(where.getLine()) + ")" : "") +
                                            ", which LLVM's backend for R600 chips cannot write");
    }
  }
  return {};
}

}  // namespace clc::worker
