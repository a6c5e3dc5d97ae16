#include "worker/passes/nvptx_widen_narrow_arithmetic.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

namespace clc::worker {
namespace {

constexpr unsigned k_bits_of_word = 32;
constexpr unsigned k_deepest_tree = 6;

bool is_narrow_integer(const llvm::Type* type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16);
}

// True for operations whose low bits depend on the low bits of both operands alone.
bool depends_on_low_bits(const llvm::BinaryOperator& operation) {
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

// Returns the operation if it can be done in 32 bits and has no other use, else null.
const llvm::BinaryOperator* widenable_operation(const llvm::Value* value, unsigned depth) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  const bool is_widenable =
      operation != nullptr && depth < k_deepest_tree && operation->hasOneUse() && depends_on_low_bits(*operation);
  return is_widenable ? operation : nullptr;
}

const llvm::TruncInst* truncation_of(const llvm::Value* value) {
  const auto* truncation = llvm::dyn_cast<llvm::TruncInst>(value);
  return truncation != nullptr && truncation->getSrcTy()->getIntegerBitWidth() >= k_bits_of_word ? truncation : nullptr;
}

bool has_truncation(const llvm::Value* value, unsigned depth) {
  if (truncation_of(value) != nullptr) return true;
  const auto* operation = widenable_operation(value, depth);
  return operation != nullptr && llvm::any_of(operation->operands(), [&](const llvm::Use& operand) {
           return has_truncation(operand, depth + 1);
         });
}

// Returns a 32-bit number with the same low bits.
llvm::Value* widened(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned depth) {
  llvm::Type* word = builder.getInt32Ty();
  if (const auto* truncation = truncation_of(value)) return builder.CreateTrunc(truncation->getOperand(0), word);
  const auto* operation = widenable_operation(value, depth);
  if (operation == nullptr) return builder.CreateZExt(value, word);
  llvm::Value* left = widened(builder, operation->getOperand(0), depth + 1);
  llvm::Value* right = widened(builder, operation->getOperand(1), depth + 1);
  return builder.CreateBinOp(operation->getOpcode(), left, right);
}

}  // namespace

llvm::PreservedAnalyses NvptxWidenNarrowArithmetic::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::SmallVector<llvm::WeakTrackingVH> wide;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::ZExtInst>(instruction)) wide.emplace_back(&instruction);
  }
  for (const llvm::WeakTrackingVH& handle : wide) {
    auto* extension = llvm::dyn_cast_or_null<llvm::ZExtInst>(handle);
    if (extension == nullptr || extension->getDestTy()->getScalarSizeInBits() < k_bits_of_word) continue;
    llvm::Value* narrow = extension->getOperand(0);
    if (!is_narrow_integer(narrow->getType()) || widenable_operation(narrow, 0) == nullptr ||
        !has_truncation(narrow, 0))
      continue;
    llvm::IRBuilder<> builder(extension);
    const unsigned bits = narrow->getType()->getIntegerBitWidth();
    llvm::Value* number =
        builder.CreateAnd(widened(builder, narrow, 0), llvm::APInt::getLowBitsSet(k_bits_of_word, bits));
    extension->replaceAllUsesWith(builder.CreateZExt(number, extension->getType()));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(extension);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
