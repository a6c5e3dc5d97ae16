#include "worker/passes/amdgpu_divide_exactly.h"

#include <algorithm>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/KnownBits.h>

#include "worker/passes/amdgpu_hidden_number.h"

namespace clc::worker {
namespace {

constexpr unsigned k_most_by_float = 24;   // bits of the operands that LLVM divides by float
constexpr unsigned k_right_unsigned = 22;  // of which it divides these correctly
constexpr unsigned k_right_signed = 23;    // sign included
constexpr unsigned k_divided = 32;         // bits of other divisions

bool has_signs(const llvm::BinaryOperator& division) {
  return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

// Returns the significant bits of a number, with its sign.
unsigned bits_with_sign(const llvm::Value* value, const llvm::BinaryOperator& division) {
  const unsigned width = division.getType()->getScalarSizeInBits();
  return width - llvm::ComputeNumSignBits(value, division.getDataLayout(), nullptr, &division) + 1;
}

unsigned bits_without_sign(const llvm::Value* value, const llvm::BinaryOperator& division) {
  return llvm::computeKnownBits(value, division.getDataLayout(), nullptr, &division).countMaxActiveBits();
}

bool may_be_wrong(const llvm::BinaryOperator& division) {
  const llvm::Value *numerator = division.getOperand(0), *divisor = division.getOperand(1);
  const unsigned of_numerator = bits_with_sign(numerator, division), of_divisor = bits_with_sign(divisor, division);
  const unsigned most = std::max(of_numerator, of_divisor);
  if (!has_signs(division)) {
    const unsigned active = std::max(bits_without_sign(numerator, division), bits_without_sign(divisor, division));
    const bool is_wide = division.getType()->getScalarSizeInBits() > k_divided;
    // Numbers of 64 bits are divided by float where they are known to be small.
    return is_wide ? active > k_right_unsigned && active <= k_most_by_float
                   : active > k_right_unsigned && most <= k_most_by_float + 1;
  }
  if (most > k_most_by_float) return false;
  if (most > k_right_signed) return true;
  // The minimum of the width may be divided by -1.
  const llvm::KnownBits known = llvm::computeKnownBits(divisor, division.getDataLayout(), nullptr, &division);
  return of_numerator >= of_divisor && !known.isNonNegative();
}

// Divides two numbers in 32 bits.
llvm::Value* divide(llvm::IRBuilder<>& builder, const llvm::BinaryOperator& division, llvm::Value* numerator,
                    llvm::Value* divisor) {
  llvm::Type* type = numerator->getType();
  llvm::Type* wide = builder.getIntNTy(k_divided);
  const bool has_sign = has_signs(division);
  const auto widened = [&](llvm::Value* number) { return builder.CreateIntCast(number, wide, has_sign); };
  llvm::Value* divided = widened(numerator);
  if (may_be_wrong(division)) divided = hidden_number(builder, divided);
  return builder.CreateIntCast(builder.CreateBinOp(division.getOpcode(), divided, widened(divisor)), type, has_sign);
}

void replace_division(llvm::BinaryOperator& division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value *numerator = division.getOperand(0), *divisor = division.getOperand(1), *result = nullptr;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(division.getType())) {
    result = llvm::PoisonValue::get(division.getType());
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::Value* quotient = divide(builder, division, builder.CreateExtractElement(numerator, i),
                                     builder.CreateExtractElement(divisor, i));
      result = builder.CreateInsertElement(result, quotient, i);
    }
  } else {
    result = divide(builder, division, numerator, divisor);
  }
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses AmdgpuDivideExactly::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& /*analyses*/) {
  const bool is_unoptimized = machine_.getOptLevel() == llvm::CodeGenOptLevel::None;
  llvm::SmallVector<llvm::BinaryOperator*, 8> divisions;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    if (division == nullptr || !division->isIntDivRem() || llvm::isa<llvm::Constant>(division->getOperand(1))) continue;
    const bool is_narrow = division->getType()->getScalarSizeInBits() < k_divided;
    if (may_be_wrong(*division) || (is_unoptimized && is_narrow)) divisions.push_back(division);
  }
  for (llvm::BinaryOperator* division : divisions) replace_division(*division);
  return divisions.empty() ? llvm::PreservedAnalyses::all() : blocks_preserved();
}

}  // namespace clc::worker
