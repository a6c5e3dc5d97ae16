#include "worker/sanitize/defined_arithmetic.h"

#include <cmath>
#include <optional>
#include <set>

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "worker/analyses/memory_calls.h"
#include "worker/passes/each_element.h"

namespace clc::worker {
namespace {

constexpr const char *k_note = "clc_arithmetic_note", *k_metadata = "clc.arithmetic";

// The function that makes an integral number of a real one before its conversion; none: truncation.
using Rounding = std::optional<llvm::Intrinsic::ID>;

struct Fault {
  const char* what;
  std::uint64_t bytes = 0;
  const char* sign = "";
};

// Elements of a vector, or the scalar itself.
std::vector<llvm::Value*> elements(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return value->getType()->isVectorTy() ? elements_in(builder, value) : std::vector{value};
}

// Half precision as single precision.
llvm::Value* widened(llvm::IRBuilder<>& builder, llvm::Value* real) {
  llvm::Type* type = real->getType();
  if (type->getScalarSizeInBits() != 16) return real;
  return builder.CreateFPExt(real, type->getWithNewType(builder.getFloatTy()));
}

// A number of 64 bits that a report can show.
llvm::Value* shown(llvm::IRBuilder<>& builder, llvm::Value* value, bool is_signed) {
  if (value->getType()->isFloatingPointTy()) {
    value = widened(builder, value);
    llvm::Type* bits = builder.getIntNTy(value->getType()->getScalarSizeInBits());
    return builder.CreateZExt(builder.CreateBitCast(value, bits), builder.getInt64Ty());
  }
  return is_signed ? builder.CreateSExtOrTrunc(value, builder.getInt64Ty())
                   : builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

bool is_known_false(const llvm::Value* condition) {
  const auto* known = llvm::dyn_cast<llvm::Constant>(condition);
  return known != nullptr && known->isNullValue();
}

bool is_poison(const llvm::Constant* constant) {
  return constant != nullptr && llvm::isa<llvm::PoisonValue>(constant);
}

// A constant with values instead of poison; other values as they are.
llvm::Value* defined(llvm::Value* value) {
  llvm::Type* type = value->getType();
  if (llvm::isa<llvm::PoisonValue>(value))
    return type->isIntOrIntVectorTy() ? llvm::Constant::getAllOnesValue(type) : llvm::Constant::getNullValue(type);
  auto* vector = llvm::dyn_cast<llvm::ConstantVector>(value);
  if (vector == nullptr) return value;
  llvm::SmallVector<llvm::Constant*, 16> elements;
  for (llvm::Value* one : vector->operand_values()) elements.push_back(llvm::cast<llvm::Constant>(defined(one)));
  return llvm::ConstantVector::get(elements);
}

// True where a user of a vector, which further insertions are not, may read an element.
bool is_read(const llvm::InsertElementInst& vector, unsigned element) {
  return llvm::any_of(vector.uses(), [&](const llvm::Use& use) {
    const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(use.getUser());
    if (shuffle == nullptr) return !llvm::isa<llvm::InsertElementInst>(use.getUser()) || use.getOperandNo() != 0;
    const auto elements = llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
    return llvm::is_contained(shuffle->getShuffleMask(), static_cast<int>(element + use.getOperandNo() * elements));
  });
}

class Definer {
 public:
  Definer(llvm::Module& module, bool reports) : module_(module), reports_(reports) {}

  void define(llvm::Instruction& at) {
    define_constants(at);
    switch (at.getOpcode()) {
      case llvm::Instruction::SDiv:
      case llvm::Instruction::SRem:
        return define_division(at, true);
      case llvm::Instruction::UDiv:
      case llvm::Instruction::URem:
        return define_division(at, false);
      case llvm::Instruction::Shl:
      case llvm::Instruction::LShr:
      case llvm::Instruction::AShr:
        return note_shift(at);
      case llvm::Instruction::FPToSI:
      case llvm::Instruction::FPToUI:
        return define_conversion(at, at.getOpcode() == llvm::Instruction::FPToSI);
      case llvm::Instruction::Call:
        return define_convert_call(llvm::cast<llvm::CallBase>(at));
      default:
        return;
    }
  }

 private:
  // Notes two values of 64 bits before `at`, where `is_wrong`.
  void note(llvm::Instruction& at, const Fault& fault, llvm::Value* is_wrong, llvm::Value* first, llvm::Value* second) {
    if (!reports_) return;
    llvm::LLVMContext& context = module_.getContext();
    llvm::IRBuilder<> builder(&at);
    llvm::Type* number = builder.getInt64Ty();
    llvm::FunctionCallee callee =
        module_.getOrInsertFunction(k_note, builder.getVoidTy(), builder.getInt1Ty(), number, number);
    // Orders nothing, and is kept: it is not known to return.
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotAccessMemory();
    llvm::CallInst* call = builder.CreateCall(callee, {is_wrong, first, second});
    call->setDoesNotThrow();
    call->setMetadata(k_metadata,
                      llvm::MDNode::get(context, {llvm::MDString::get(context, fault.what),
                                                  llvm::ConstantAsMetadata::get(builder.getInt64(fault.bytes)),
                                                  llvm::MDString::get(context, fault.sign)}));
  }

  // Notes the operands of the first element that is wrong. `is_wrong` tells it of one element. Returns whether any may
  // be.
  template <class IsWrong>
  bool note_elements(llvm::Instruction& at, const Fault& fault, llvm::Value* left, llvm::Value* right, bool is_signed,
                     IsWrong is_wrong) {
    llvm::IRBuilder<> builder(&at);
    const std::vector<llvm::Value*> lefts = elements(builder, left), rights = elements(builder, right);
    llvm::Value *any = builder.getFalse(), *first = builder.getInt64(0), *second = builder.getInt64(0);
    for (std::size_t i = lefts.size(); i-- > 0;) {
      llvm::Value* wrong = is_wrong(builder, lefts[i], rights[i]);
      first = builder.CreateSelect(wrong, shown(builder, lefts[i], is_signed), first);
      second = builder.CreateSelect(wrong, shown(builder, rights[i], is_signed), second);
      any = builder.CreateOr(any, wrong);
    }
    if (is_known_false(any)) return false;
    note(at, fault, any, first, second);
    return true;
  }

  // Operands that Clang has folded to poison. It leaves parts of vectors and structs without a value on purpose.
  void define_constants(llvm::Instruction& at) {
    if (llvm::isa<llvm::ShuffleVectorInst>(at)) return;
    if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&at)) define_base(*insert);
    for (llvm::Use& use : at.operands()) {
      const bool is_base = use.getOperandNo() == 0 && llvm::isa<llvm::InsertElementInst, llvm::InsertValueInst>(at);
      if (is_base || defined(use.get()) == use.get()) continue;
      note_constant(at, use);
      use.set(defined(use.get()));
    }
  }

  // The vector from which the last one of insertions begins, where an element is read that none of them sets.
  void define_base(llvm::InsertElementInst& last) {
    llvm::InsertElementInst* first = &last;
    std::set<std::uint64_t> inserted;
    for (auto* one = first; one != nullptr; one = llvm::dyn_cast<llvm::InsertElementInst>(one->getOperand(0))) {
      const auto* index = llvm::dyn_cast<llvm::ConstantInt>(one->getOperand(2));
      if (index == nullptr) return;
      inserted.insert(index->getZExtValue());
      first = one;
    }
    llvm::Use& base = first->getOperandUse(0);
    const auto* vector = llvm::dyn_cast<llvm::Constant>(base.get());
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(last.getType());
    if (vector == nullptr || type == nullptr) return;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      if (inserted.contains(i) || !is_read(last, i) || !is_poison(vector->getAggregateElement(i))) continue;
      note_constant(*first, base);
      base.set(defined(base.get()));
      return;
    }
  }

  void note_constant(llvm::Instruction& at, const llvm::Use& use) {
    llvm::Instruction* place = &at;
    llvm::Value* is_wrong = llvm::ConstantInt::getTrue(at.getContext());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&at)) {
      place = phi->getIncomingBlock(use)->getTerminator();
      if (place->getNumSuccessors() != 1) return;
    } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&at);
               choice != nullptr && use.getOperandNo() != 0 && choice->getCondition()->getType()->isIntegerTy()) {
      is_wrong = choice->getCondition();
      if (use.getOperandNo() == 2) is_wrong = llvm::IRBuilder<>(&at).CreateNot(is_wrong);
    }
    llvm::Value* none = llvm::ConstantInt::get(llvm::Type::getInt64Ty(at.getContext()), 0);
    note(*place, {"constant"}, is_wrong, none, none);
  }

  // A divisor of 0, and the quotient that has no value.
  void define_division(llvm::Instruction& division, bool is_signed) {
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
    if (!note_elements(division, {is_remainder ? "remainder" : "division"}, left, right, is_signed, is_wrong)) return;
    llvm::IRBuilder<> builder(&division);
    llvm::Value* one = llvm::ConstantInt::get(right->getType(), 1);
    division.setOperand(1, builder.CreateSelect(is_wrong(builder, left, right), one, right));
  }

  // OpenCL takes the amount modulo the width, and Clang writes that down: an amount that this changes is noted.
  void note_shift(llvm::Instruction& shift) {
    using namespace llvm::PatternMatch;  // NOLINT: its way of use
    llvm::Value* amount = nullptr;
    const std::uint64_t width = shift.getType()->getScalarSizeInBits();
    const llvm::APInt* mask = nullptr;
    if (!match(shift.getOperand(1), m_And(m_Value(amount), m_APInt(mask))) || *mask != width - 1) return;
    // A conversion that the source does not write has the place of the shift.
    auto* narrowed = llvm::dyn_cast<llvm::TruncInst>(amount);
    if (narrowed != nullptr && narrowed->getDebugLoc() == shift.getDebugLoc()) amount = narrowed->getOperand(0);
    note_elements(shift, {"shift", width / 8}, shift.getOperand(0), amount, true,
                  [&](llvm::IRBuilder<>& builder, llvm::Value*, llvm::Value* right) {
                    return builder.CreateICmpUGE(right, llvm::ConstantInt::get(right->getType(), width));
                  });
  }

  // A real number whose integral part the integer cannot hold; also NaN.
  void define_conversion(llvm::Instruction& at, bool is_signed, Rounding rounding = std::nullopt) {
    const unsigned bits = at.getType()->getScalarSizeInBits();
    if (bits < 8 || bits > 64) return;
    const auto is_wrong = [&](llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value*) -> llvm::Value* {
      value = widened(builder, value);
      if (rounding) value = builder.CreateUnaryIntrinsic(*rounding, value);
      llvm::Type* type = value->getType();
      const double end = std::ldexp(1.0, static_cast<int>(is_signed ? bits - 1 : bits));
      // Below the least integer by 1, where the type has that number; else the least integer itself belongs to the
      // range.
      const bool has_below = !is_signed || bits < (type->getScalarType()->isDoubleTy() ? 53U : 24U);
      llvm::Value* low = llvm::ConstantFP::get(type, is_signed ? -end - (has_below ? 1 : 0) : -1.0);
      llvm::Value* is_above = has_below ? builder.CreateFCmpOGT(value, low) : builder.CreateFCmpOGE(value, low);
      return builder.CreateNot(
          builder.CreateAnd(is_above, builder.CreateFCmpOLT(value, llvm::ConstantFP::get(type, end))));
    };
    llvm::Value* real = at.getOperand(0);
    const bool is_double = real->getType()->getScalarType()->isDoubleTy();
    const Fault fault{is_double ? "conversion of double" : "conversion of float", bits / 8,
                      is_signed ? "signed" : "unsigned"};
    if (!note_elements(at, fault, real, real, true, is_wrong)) return;
    llvm::IRBuilder<> before(&at);
    llvm::Value* wrong = is_wrong(before, real, real);
    at.setOperand(0, before.CreateSelect(wrong, llvm::Constant::getNullValue(real->getType()), real));
    saturate(at, real, wrong, is_signed);
  }

  // Replaces the result of a conversion where it is wrong by the nearest integer, and that of NaN by 0.
  static void saturate(llvm::Instruction& at, llvm::Value* real, llvm::Value* wrong, bool is_signed) {
    llvm::Type* type = at.getType();
    const unsigned bits = type->getScalarSizeInBits();
    llvm::IRBuilder<> behind(at.getNextNode());
    behind.SetCurrentDebugLocation(at.getDebugLoc());
    llvm::Value *zero = llvm::Constant::getNullValue(real->getType()), *none = llvm::Constant::getNullValue(type);
    llvm::Value* below = none;
    if (is_signed) {
      below = behind.CreateSelect(behind.CreateFCmpOLT(real, zero),
                                  llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits)), none);
    }
    const llvm::APInt most = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
    llvm::Value* nearest =
        behind.CreateSelect(behind.CreateFCmpOGT(real, zero), llvm::ConstantInt::get(type, most), below);
    llvm::Value* result = behind.CreateSelect(wrong, nearest, &at);
    at.replaceUsesWithIf(result, [&](const llvm::Use& use) { return use.getUser() != result; });
  }

  // convert_int(), convert_uchar4_rtp(), …; not those that saturate.
  void define_convert_call(llvm::CallBase& call) {
    const std::string text = called_builtin(call);
    llvm::StringRef name = text;
    if (!name.consume_front("convert_") || name.contains("_sat") || call.arg_size() != 1) return;
    if (!call.getArgOperand(0)->getType()->isFPOrFPVectorTy() || !call.getType()->isIntOrIntVectorTy()) return;
    Rounding rounding;
    if (name.ends_with("_rte")) rounding = llvm::Intrinsic::rint;
    if (name.ends_with("_rtn")) rounding = llvm::Intrinsic::floor;
    if (name.ends_with("_rtp")) rounding = llvm::Intrinsic::ceil;
    define_conversion(call, !name.starts_with("u"), rounding);
  }

  llvm::Module& module_;
  const bool reports_;
};

}  // namespace

void define_arithmetic(llvm::Module& module, bool reports) {
  Definer definer(module, reports);
  for (llvm::Function& function : module) {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& one : llvm::instructions(function)) all.push_back(&one);
    for (llvm::Instruction* one : all) definer.define(*one);
  }
}

bool report_arithmetic(llvm::Instruction& at, CheckWriter& writer) {
  const llvm::MDNode* fault = at.getMetadata(k_metadata);
  if (fault == nullptr) return false;
  const auto text = [&](unsigned i) { return llvm::cast<llvm::MDString>(fault->getOperand(i))->getString(); };
  const Checked checked{Check::k_arithmetic, text(0).data(),
                        llvm::mdconst::extract<llvm::ConstantInt>(fault->getOperand(1))->getZExtValue(),
                        text(2).data()};
  writer.report_if(at.getOperand(0), at, checked, at.getOperand(1), at.getOperand(2));
  llvm::Function* note = llvm::cast<llvm::CallBase>(at).getCalledFunction();
  at.eraseFromParent();
  if (note->use_empty()) note->eraseFromParent();
  return true;
}

}  // namespace clc::worker
