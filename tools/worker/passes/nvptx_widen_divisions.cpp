#include "worker/passes/nvptx_widen_divisions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace clc::worker {

llvm::PreservedAnalyses NvptxWidenDivisions::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (division == nullptr || !division->isIntDivRem() || division->getType()->getScalarSizeInBits() >= 32 ||
        llvm::isa<llvm::Constant>(division->getOperand(1))) {
      continue;
    }
    const unsigned opcode = division->getOpcode();
    const bool is_signed = opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem;
    llvm::IRBuilder<> builder(&instruction);
    llvm::Type* wide = division->getType()->getWithNewBitWidth(32);
    llvm::Value* dividend = builder.CreateIntCast(division->getOperand(0), wide, is_signed);
    llvm::Value* divisor = builder.CreateIntCast(division->getOperand(1), wide, is_signed);
    llvm::Value* result = builder.CreateBinOp(division->getOpcode(), dividend, divisor);
    instruction.replaceAllUsesWith(builder.CreateTrunc(result, division->getType()));
    instruction.eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
