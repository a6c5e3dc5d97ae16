#include "worker/passes/amdgpu_swap_bytes_by_halves.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/MC/MCSubtargetInfo.h>

namespace clc::worker {
namespace {

void swap_bytes_of_halves(llvm::IntrinsicInst* call) {
  llvm::IRBuilder<> builder(call);
  llvm::Type* type = call->getType();
  const unsigned halves = static_cast<unsigned>(type->getPrimitiveSizeInBits()) / 32;
  llvm::Value* value =
      builder.CreateBitCast(call->getArgOperand(0), llvm::FixedVectorType::get(builder.getInt32Ty(), halves));
  llvm::SmallVector<int, 32> order;
  for (unsigned half = 0; half < halves; ++half) order.push_back(static_cast<int>(half ^ 1U));
  value = builder.CreateShuffleVector(builder.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, value), order);
  call->replaceAllUsesWith(builder.CreateBitCast(value, type));
  call->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses AmdgpuSwapBytesByHalves::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  if (!machine_.getMCSubtargetInfo()->checkFeatures("+real-true16")) return llvm::PreservedAnalyses::all();
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::bswap) continue;
    if (call->getType()->getScalarSizeInBits() != 64) continue;
    swap_bytes_of_halves(call);
    has_changed = true;
  }
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
