#include "worker/passes/spirv_remove_odd_widths.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/odd_widths.h"

namespace clc::worker {
namespace {

// A `trunc` to an odd width and the extension back become a mask or a pair of shifts, which need no odd width. So does
// an extension to less than what was truncated, at once or in steps: of `i64` to `i8` to `i32` the backend masks the
// `i64` as an `i32`. Of vectors it cannot select an extension to more, either. Truncations that this makes are added to
// `truncations`.
void mask_instead_of_truncating(llvm::TruncInst* narrow, std::vector<llvm::TruncInst*>& truncations) {
  while (auto* step = llvm::dyn_cast<llvm::TruncInst>(narrow->getOperand(0))) {
    narrow->setOperand(0, step->getOperand(0));
    narrow->dropPoisonGeneratingFlags();  // they held for the step's result
  }
  llvm::Value* wide = narrow->getOperand(0);
  llvm::Type* type = wide->getType();
  const unsigned kept = narrow->getType()->getScalarSizeInBits();
  const unsigned width = type->getScalarSizeInBits();
  for (llvm::User* user : llvm::make_early_inc_range(narrow->users())) {
    auto* extension = llvm::dyn_cast<llvm::CastInst>(user);
    if (extension == nullptr || has_odd_width(extension->getType())) continue;
    const bool is_wide_scalar = !type->isVectorTy() && extension->getType()->getScalarSizeInBits() >= width;
    if (!has_odd_width(narrow->getType()) && is_wide_scalar) continue;
    llvm::IRBuilder<> builder(extension);
    llvm::Value* value = nullptr;
    if (llvm::isa<llvm::ZExtInst>(extension)) {
      value = builder.CreateZExtOrTrunc(builder.CreateAnd(wide, llvm::APInt::getLowBitsSet(width, kept)),
                                        extension->getType());
    } else if (llvm::isa<llvm::SExtInst>(extension)) {
      llvm::Value* high = builder.CreateShl(wide, width - kept);
      value = builder.CreateSExtOrTrunc(builder.CreateAShr(high, width - kept), extension->getType());
    } else {
      continue;
    }
    if (auto* made = llvm::dyn_cast<llvm::TruncInst>(value)) truncations.push_back(made);
    extension->replaceAllUsesWith(value);
    extension->eraseFromParent();
  }
  if (narrow->use_empty()) narrow->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvRemoveOddWidths::run(llvm::Function& function,
                                                  llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::TruncInst*> truncations;  // first, because what follows one is erased with it
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* narrow = llvm::dyn_cast<llvm::TruncInst>(&instruction);
    if (narrow != nullptr && narrow->getType()->getScalarSizeInBits() > 1) truncations.push_back(narrow);
  }
  while (!truncations.empty()) {  // backwards, so that no erased truncation is visited again
    llvm::TruncInst* narrow = truncations.back();
    truncations.pop_back();
    mask_instead_of_truncating(narrow, truncations);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
