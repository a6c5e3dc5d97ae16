#include <cmath>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "worker/analyses/memory_calls.h"
#include "worker/passes/each_element.h"
#include "worker/sanitize/check_writer.h"

namespace clc::worker {
namespace {

// Elements of a vector, or the scalar itself.
std::vector<llvm::Value*> elements(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return value->getType()->isVectorTy() ? elements_in(builder, value) : std::vector{value};
}

// A number of 64 bits that a report can show.
llvm::Value* shown(llvm::IRBuilder<>& builder, llvm::Value* value, bool is_signed) {
  llvm::Type* type = value->getType();
  if (type->isHalfTy() || type->isBFloatTy()) value = builder.CreateFPExt(value, builder.getFloatTy());
  if (value->getType()->isFloatTy())
    return builder.CreateZExt(builder.CreateBitCast(value, builder.getInt32Ty()), builder.getInt64Ty());
  if (type->isDoubleTy()) return builder.CreateBitCast(value, builder.getInt64Ty());
  return is_signed ? builder.CreateSExtOrTrunc(value, builder.getInt64Ty())
                   : builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

// Reports the operands of the first element that is wrong. `is_wrong` tells it of one element.
template <class IsWrong>
void report_elements(llvm::Instruction& at, CheckWriter& writer, const Checked& checked, llvm::Value* left,
                     llvm::Value* right, bool is_signed, IsWrong is_wrong) {
  llvm::IRBuilder<> builder(&at);
  const std::vector<llvm::Value*> lefts = elements(builder, left), rights = elements(builder, right);
  llvm::Value *any = builder.getFalse(), *first = builder.getInt64(0), *second = builder.getInt64(0);
  for (std::size_t i = lefts.size(); i-- > 0;) {
    llvm::Value* wrong = is_wrong(builder, lefts[i], rights[i]);
    first = builder.CreateSelect(wrong, shown(builder, lefts[i], is_signed), first);
    second = builder.CreateSelect(wrong, shown(builder, rights[i], is_signed), second);
    any = builder.CreateOr(any, wrong);
  }
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(any); known != nullptr && known->isZero()) return;
  writer.report_if(any, at, checked, first, second);
}

// A divisor of 0, and the quotient that has no value. Where it is wrong, the divisor becomes 1, as CPUs would trap.
void check_division(llvm::BinaryOperator& division, CheckWriter& writer, bool is_signed) {
  const unsigned bits = division.getType()->getScalarSizeInBits();
  const auto is_wrong = [&](llvm::IRBuilder<>& builder, llvm::Value* left, llvm::Value* right) -> llvm::Value* {
    llvm::Type* type = left->getType();
    llvm::Value* wrong = builder.CreateICmpEQ(right, llvm::Constant::getNullValue(type));
    if (!is_signed) return wrong;
    llvm::Value* is_least =
        builder.CreateICmpEQ(left, llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits)));
    llvm::Value* is_minus_1 = builder.CreateICmpEQ(right, llvm::Constant::getAllOnesValue(type));
    return builder.CreateOr(wrong, builder.CreateAnd(is_least, is_minus_1));
  };
  llvm::Value *left = division.getOperand(0), *right = division.getOperand(1);
  const bool is_remainder =
      division.getOpcode() == llvm::Instruction::SRem || division.getOpcode() == llvm::Instruction::URem;
  report_elements(division, writer, {Check::k_arithmetic, is_remainder ? "remainder" : "division"}, left, right,
                  is_signed, is_wrong);
  llvm::IRBuilder<> builder(&division);
  llvm::Value* one = llvm::ConstantInt::get(right->getType(), 1);
  division.setOperand(1, builder.CreateSelect(is_wrong(builder, left, right), one, right));
}

// OpenCL takes the amount modulo the width, and Clang writes that down: an amount that this changes is reported.
void check_shift(llvm::BinaryOperator& shift, CheckWriter& writer) {
  using namespace llvm::PatternMatch;  // NOLINT: its way of use
  llvm::Value* amount = nullptr;
  const std::uint64_t width = shift.getType()->getScalarSizeInBits();
  const llvm::APInt* mask = nullptr;
  if (!match(shift.getOperand(1), m_And(m_Value(amount), m_APInt(mask))) || *mask != width - 1) return;
  report_elements(shift, writer, {Check::k_arithmetic, "shift", width / 8}, shift.getOperand(0), amount, true,
                  [&](llvm::IRBuilder<>& builder, llvm::Value*, llvm::Value* right) {
                    return builder.CreateICmpUGE(right, llvm::ConstantInt::get(right->getType(), width));
                  });
}

// A real number whose integral part the integer cannot hold; also NaN.
void check_conversion(llvm::Instruction& at, llvm::Value* real, const llvm::Type* result, bool is_signed,
                      CheckWriter& writer) {
  const unsigned bits = result->getScalarSizeInBits();
  if (bits < 8 || bits > 64) return;
  const auto is_wrong = [&](llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value*) -> llvm::Value* {
    if (value->getType()->isHalfTy() || value->getType()->isBFloatTy())
      value = builder.CreateFPExt(value, builder.getFloatTy());
    llvm::Type* type = value->getType();
    const double end = std::ldexp(1.0, static_cast<int>(is_signed ? bits - 1 : bits));
    // Below the least integer by 1, where the type has that number; else the least integer itself belongs to the range.
    const bool has_below = !is_signed || bits < (type->isDoubleTy() ? 53U : 24U);
    llvm::Value* low = llvm::ConstantFP::get(type, is_signed ? -end - (has_below ? 1 : 0) : -1.0);
    llvm::Value* is_above = has_below ? builder.CreateFCmpOGT(value, low) : builder.CreateFCmpOGE(value, low);
    return builder.CreateNot(
        builder.CreateAnd(is_above, builder.CreateFCmpOLT(value, llvm::ConstantFP::get(type, end))));
  };
  const bool is_double = real->getType()->getScalarType()->isDoubleTy();
  report_elements(at, writer,
                  {Check::k_arithmetic, is_double ? "conversion of double" : "conversion of float", bits / 8,
                   is_signed ? "signed" : "unsigned"},
                  real, real, true, is_wrong);
}

// convert_int(), convert_uchar4_rtz(), …; not those that saturate.
void check_convert_call(llvm::CallBase& call, CheckWriter& writer) {
  const std::string text = called_builtin(call);
  llvm::StringRef name = text;
  if (!name.consume_front("convert_") || name.contains("_sat") || call.arg_size() != 1) return;
  llvm::Value* value = call.getArgOperand(0);
  if (!value->getType()->isFPOrFPVectorTy() || !call.getType()->isIntOrIntVectorTy()) return;
  check_conversion(call, value, call.getType(), !name.starts_with("u"), writer);
}

}  // namespace

void check_arithmetic(llvm::Instruction& at, CheckWriter& writer) {
  switch (at.getOpcode()) {
    case llvm::Instruction::SDiv:
    case llvm::Instruction::SRem:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem: {
      const bool is_signed = at.getOpcode() == llvm::Instruction::SDiv || at.getOpcode() == llvm::Instruction::SRem;
      return check_division(llvm::cast<llvm::BinaryOperator>(at), writer, is_signed);
    }
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
      return check_shift(llvm::cast<llvm::BinaryOperator>(at), writer);
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
      return check_conversion(at, at.getOperand(0), at.getType(), at.getOpcode() == llvm::Instruction::FPToSI, writer);
    case llvm::Instruction::Call:
      return check_convert_call(llvm::cast<llvm::CallBase>(at), writer);
    default:
      return;
  }
}

}  // namespace clc::worker
