#include "worker/passes/amdgpu_hide_byte_products.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Support/KnownBits.h>

#include "worker/passes/amdgpu_hidden_number.h"
#include "worker/passes/each_element.h"

namespace clc::worker {
namespace {

using namespace llvm::PatternMatch;  // NOLINT(google-build-using-namespace): its names are LLVM's way to write patterns

constexpr unsigned k_byte = 8;
constexpr unsigned k_sum = 32;        // bits of the sums of v_dot4
constexpr unsigned k_most_steps = 6;  // definitions that LLVM and this pass follow

unsigned bits_of(const llvm::Value& value) {
  return value.getType()->getScalarSizeInBits();
}

// True if the value is a signed or unsigned byte, extended.
bool is_byte(const llvm::Value& value, const llvm::Instruction& user) {
  const llvm::DataLayout& layout = user.getDataLayout();
  return llvm::computeKnownBits(&value, layout, nullptr, &user).countMaxActiveBits() <= k_byte ||
         llvm::ComputeNumSignBits(&value, layout, nullptr, &user) + k_byte > bits_of(value);
}

using Predicate = llvm::function_ref<bool(const llvm::Value&)>;

// True if the predicate holds for the value, or for one that becomes it, or an element of it, without a computation.
bool any_origin(const llvm::Value& value, Predicate predicate, unsigned steps = k_most_steps) {
  if (!llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::FreezeInst>(value))
    return predicate(value);
  return steps > 0 && llvm::any_of(llvm::cast<llvm::Instruction>(value).operands(), [&](const llvm::Use& operand) {
           return any_origin(*operand, predicate, steps - 1);
         });
}

// True if LLVM may take the value for a byte, as it knows the origin of the first one and not that of the second.
bool looks_like_byte(const llvm::Value& value, const llvm::Instruction& user, unsigned steps = k_most_steps) {
  if (llvm::isa<llvm::Constant>(value)) return false;
  if (is_byte(value, user)) return true;
  return any_origin(value, [&](const llvm::Value& origin) {
    llvm::Value* operand = nullptr;
    const llvm::APInt* mask = nullptr;
    if (match(&origin, m_ZExtOrSExt(m_Value(operand))) || match(&origin, m_Trunc(m_Value(operand))))
      return steps > 0 && looks_like_byte(*operand, user, steps - 1);
    if (match(&origin, m_And(m_Value(operand), m_APInt(mask)))) {
      const auto has_byte = [&](unsigned at) { return mask->extractBits(k_byte, at).isAllOnes(); };
      if (!has_byte(0)) return false;
      return !has_byte(k_byte) || (steps > 0 && looks_like_byte(*operand, user, steps - 1));
    }
    return match(&origin, m_And(m_Value(), m_Constant())) || match(&origin, m_Or(m_Value(), m_Value())) ||
           match(&origin, m_Shift(m_Value(), m_Constant())) || llvm::isa<llvm::IntrinsicInst>(origin);
  });
}

bool is_product(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&value);
  if (call == nullptr) return match(&value, m_Mul(m_Value(), m_Value()));
  return call->getIntrinsicID() == llvm::Intrinsic::amdgcn_mul_u24 ||
         call->getIntrinsicID() == llvm::Intrinsic::amdgcn_mul_i24;
}

// True if the value may be a product of two numbers that LLVM takes for bytes. `wrongly`: of others alone.
bool may_be_byte_product(const llvm::Value& value, bool wrongly) {
  return any_origin(value, [&](const llvm::Value& origin) {
    if (!is_product(origin)) return false;
    const auto& product = llvm::cast<llvm::Instruction>(origin);
    const llvm::Value &left = *product.getOperand(0), &right = *product.getOperand(1);
    return looks_like_byte(left, product) && looks_like_byte(right, product) &&
           (!wrongly || !is_byte(left, product) || !is_byte(right, product));
  });
}

enum class Sum { k_right, k_too_wide, k_wrong };

// Tells how LLVM may take the sum of a product and another value.
Sum kind_of_sum(const llvm::Value& product, const llvm::Value& addend) {
  if (!may_be_byte_product(product, false)) return Sum::k_right;
  bool is_chain = false, is_wrong = may_be_byte_product(product, true);
  any_origin(addend, [&](const llvm::Value& origin) {
    const auto* made = llvm::dyn_cast<llvm::Instruction>(&origin);
    if (made == nullptr) return false;
    for (const llvm::Use& operand : made->operands()) {
      if (!may_be_byte_product(*operand, false)) continue;
      is_chain = true;
      is_wrong |= made->getOpcode() != llvm::Instruction::Add || may_be_byte_product(*operand, true);
    }
    return false;
  });
  if (!is_chain) return Sum::k_right;
  if (is_wrong) return Sum::k_wrong;
  return bits_of(product) > k_sum ? Sum::k_too_wide : Sum::k_right;
}

llvm::Value* hidden(llvm::IRBuilder<>& builder, llvm::Value* number) {
  return by_elements(builder, number->getType(), {number}, [&](const Arguments& arguments) {
    llvm::Type* narrow = arguments[0]->getType();
    llvm::Type* type = bits_of(*arguments[0]) < k_sum ? builder.getInt32Ty() : narrow;
    llvm::Value* kept = hidden_number(builder, builder.CreateZExt(arguments[0], type));
    return builder.CreateTrunc(kept, narrow);
  });
}

// The product of bytes, computed in as many bits as it needs.
llvm::Value* narrowed(llvm::IRBuilder<>& builder, llvm::Value* value) {
  auto* product = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (product == nullptr) return hidden(builder, value);
  llvm::Type* type = product->getType()->getWithNewBitWidth(k_sum);
  llvm::Value* narrow = builder.CreateNSWMul(builder.CreateTrunc(product->getOperand(0), type),
                                             builder.CreateTrunc(product->getOperand(1), type));
  return builder.CreateSExt(narrow, product->getType());
}

bool hide_products(llvm::BinaryOperator& sum) {
  llvm::IRBuilder<> builder(&sum);
  bool has_changed = false;
  for (unsigned i = 0; i < 2; ++i) {
    llvm::Value* product = sum.getOperand(i);
    const Sum kind = kind_of_sum(*product, *sum.getOperand(1 - i));
    if (kind == Sum::k_right) continue;
    sum.setOperand(i, kind == Sum::k_wrong ? hidden(builder, product) : narrowed(builder, product));
    has_changed = true;
  }
  return has_changed;
}

}  // namespace

llvm::PreservedAnalyses AmdgpuHideByteProducts::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::MCSubtargetInfo& chip = *machine_.getMCSubtargetInfo();
  const bool has_dot =
      chip.checkFeatures("+dot7-insts") && (chip.checkFeatures("+dot1-insts") || chip.checkFeatures("+dot8-insts"));
  if (!has_dot) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::BinaryOperator*, 8> sums;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (match(&instruction, m_Add(m_Value(), m_Value())))
      sums.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
  }
  bool has_changed = false;
  // The last one first, as a product that is hidden is no longer seen in the sums that it is part of.
  for (llvm::BinaryOperator* sum : llvm::reverse(sums)) has_changed |= hide_products(*sum);
  return has_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
