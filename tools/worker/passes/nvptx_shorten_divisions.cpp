#include "worker/passes/nvptx_shorten_divisions.h"

#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

// Maximum error of div.full.f32 by PTX, in ulp; that of rcp.approx.f32 is 1. Both accept and return denormals, and
// numbers up to the largest.
constexpr float k_error = 2;

bool flushes_denormals(const llvm::Function& function) {
  return function.getDenormalMode(llvm::APFloat::IEEEsingle()).Output != llvm::DenormalMode::IEEE;
}

bool allows_error(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FDiv && instruction.getType()->getScalarType()->isFloatTy() &&
         !instruction.hasApproxFunc() && llvm::cast<llvm::FPMathOperator>(instruction).getFPAccuracy() >= k_error;
}

llvm::Value* short_quotient(llvm::IRBuilder<>& builder, llvm::Value* dividend, llvm::Value* divisor, bool flushes) {
  if (llvm::PatternMatch::match(dividend, llvm::PatternMatch::m_FPOne())) {
    llvm::Value* reciprocal = builder.CreateFDiv(dividend, divisor);
    llvm::cast<llvm::Instruction>(reciprocal)->setHasApproxFunc(true);  // LLVM lowers it to rcp.approx.f32
    return reciprocal;
  }
  const auto full = flushes ? llvm::Intrinsic::nvvm_div_full_ftz : llvm::Intrinsic::nvvm_div_full;
  return builder.CreateIntrinsic(full, {dividend, divisor});
}

void shorten_division(llvm::Instruction& division, bool flushes) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value* dividends = division.getOperand(0);
  llvm::Value* divisors = division.getOperand(1);
  llvm::Value* result = nullptr;
  if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(division.getType())) {
    result = llvm::PoisonValue::get(division.getType());
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      llvm::Value* element = short_quotient(builder, builder.CreateExtractElement(dividends, i),
                                            builder.CreateExtractElement(divisors, i), flushes);
      result = builder.CreateInsertElement(result, element, i);
    }
  } else {
    result = short_quotient(builder, dividends, divisors, flushes);
  }
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
}

// Returns the same intrinsic with flushing of denormals. For arithmetic the code generator chooses that itself.
std::optional<llvm::Intrinsic::ID> flushing_form(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::nvvm_sqrt_approx_f:
      return llvm::Intrinsic::nvvm_sqrt_approx_ftz_f;
    case llvm::Intrinsic::nvvm_rsqrt_approx_f:
      return llvm::Intrinsic::nvvm_rsqrt_approx_ftz_f;
    case llvm::Intrinsic::nvvm_ex2_approx:
      return llvm::Intrinsic::nvvm_ex2_approx_ftz;
    case llvm::Intrinsic::nvvm_lg2_approx_f:
      return llvm::Intrinsic::nvvm_lg2_approx_ftz_f;
    case llvm::Intrinsic::nvvm_div_full:
      return llvm::Intrinsic::nvvm_div_full_ftz;
    default:
      return std::nullopt;
  }
}

void flush_denormals(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  const auto other = call == nullptr ? std::nullopt : flushing_form(call->getIntrinsicID());
  if (!other || !call->getType()->isFloatTy()) return;
  llvm::SmallVector<llvm::Type*, 1> types;
  if (llvm::Intrinsic::isOverloaded(*other)) types.push_back(call->getType());
  call->setCalledFunction(llvm::Intrinsic::getOrInsertDeclaration(call->getModule(), *other, types));
}

}  // namespace

llvm::PreservedAnalyses NvptxShortenDivisions::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  const bool flushes = flushes_denormals(function);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (flushes) flush_denormals(instruction);
    if (allows_error(instruction)) shorten_division(instruction, flushes);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
