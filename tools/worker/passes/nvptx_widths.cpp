#include "worker/passes/nvptx_widths.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

constexpr unsigned k_word = 32;
constexpr unsigned k_deepest = 6;

bool is_narrow(const llvm::Type* type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16);
}

// True for operations whose lowest bits come of the lowest bits of both operands.
bool goes_by_lowest_bits(const llvm::BinaryOperator& operation) {
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
      return true;
    default:
      return false;
  }
}

// Returns the operation where it can be done in 32 bits with its operands, and nothing else needs it.
const llvm::BinaryOperator* taken_over(const llvm::Value* value, unsigned depth) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  const bool is_taken =
      operation != nullptr && depth < k_deepest && operation->hasOneUse() && goes_by_lowest_bits(*operation);
  return is_taken ? operation : nullptr;
}

const llvm::TruncInst* cut_off(const llvm::Value* value) {
  const auto* cut = llvm::dyn_cast<llvm::TruncInst>(value);
  return cut != nullptr && cut->getSrcTy()->getIntegerBitWidth() >= k_word ? cut : nullptr;
}

bool has_cut_off(const llvm::Value* value, unsigned depth) {
  if (cut_off(value) != nullptr) return true;
  const auto* operation = taken_over(value, depth);
  return operation != nullptr &&
         llvm::any_of(operation->operands(), [&](const llvm::Use& operand) { return has_cut_off(operand, depth + 1); });
}

// Returns a number of 32 bits with the same lowest bits.
llvm::Value* widened(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned depth) {
  llvm::Type* word = builder.getInt32Ty();
  if (const auto* cut = cut_off(value)) return builder.CreateTrunc(cut->getOperand(0), word);
  const auto* operation = taken_over(value, depth);
  if (operation == nullptr) return builder.CreateZExt(value, word);
  llvm::Value* left = widened(builder, operation->getOperand(0), depth + 1);
  llvm::Value* right = widened(builder, operation->getOperand(1), depth + 1);
  return builder.CreateBinOp(operation->getOpcode(), left, right);
}

}  // namespace

void widen_narrowed(llvm::Module& module) {
  llvm::SmallVector<llvm::WeakTrackingVH> wide;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::ZExtInst>(instruction)) wide.emplace_back(&instruction);
    }
  }
  for (const llvm::WeakTrackingVH& handle : wide) {
    auto* extension = llvm::dyn_cast_or_null<llvm::ZExtInst>(handle);
    if (extension == nullptr || extension->getDestTy()->getScalarSizeInBits() < k_word) continue;
    llvm::Value* narrow = extension->getOperand(0);
    if (!is_narrow(narrow->getType()) || taken_over(narrow, 0) == nullptr || !has_cut_off(narrow, 0)) continue;
    llvm::IRBuilder<> builder(extension);
    const unsigned bits = narrow->getType()->getIntegerBitWidth();
    llvm::Value* number = builder.CreateAnd(widened(builder, narrow, 0), llvm::APInt::getLowBitsSet(k_word, bits));
    extension->replaceAllUsesWith(builder.CreateZExt(number, extension->getType()));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(extension);
  }
}

void expand_magnitudes(llvm::Module& module) {
  constexpr unsigned k_short = 16;
  constexpr unsigned k_long = 64;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::abs) continue;
      llvm::IRBuilder<> builder(call);
      llvm::Value* number = call->getArgOperand(0);
      llvm::Type* type = call->getType();
      llvm::Type* words = type->getWithNewBitWidth(k_word);
      if (type->getScalarSizeInBits() == k_long) {
        llvm::Value* upper = builder.CreateTrunc(builder.CreateLShr(number, k_word), words);
        llvm::Value* is_negative = builder.CreateICmpSLT(upper, llvm::Constant::getNullValue(words));
        call->replaceAllUsesWith(builder.CreateSelect(is_negative, builder.CreateNeg(number), number));
      } else if (type->getScalarSizeInBits() == k_short) {
        llvm::Value* wide = builder.CreateSExt(number, words);
        call->replaceAllUsesWith(
            builder.CreateTrunc(builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, wide, builder.getFalse()), type));
      } else {
        continue;
      }
      call->eraseFromParent();
    }
  }
}

}  // namespace clc::worker
