#include "worker/passes/r600_check_atomics.h"

#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/failure.h"

namespace clc::worker {
namespace {

constexpr unsigned k_global_space_of_r600 = 1;

bool needs_global_result(const llvm::Instruction& instruction) {
  if (instruction.use_empty()) return false;
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return atomic->getPointerAddressSpace() == k_global_space_of_r600;
  }
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr && exchange->getPointerAddressSpace() == k_global_space_of_r600;
}

}  // namespace

llvm::PreservedAnalyses R600CheckAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  const auto all = llvm::instructions(function);
  const auto found = llvm::find_if(all, needs_global_result);
  if (found == all.end()) return llvm::PreservedAnalyses::all();
  const llvm::DebugLoc& where = found->getDebugLoc();
  report_failure(function.getContext(), ErrorKind::k_compile,
                 function.getName().str() + " uses the result of an atomic operation on global memory" +
                     (where ? " (line " + std::to_string(where.getLine()) + ")" : "") +
                     ", which LLVM's backend for R600 chips cannot write");
  return llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
