#include "worker/passes/amdgpu_keep_carries.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>

namespace clc::worker {
namespace {

constexpr unsigned k_part = 32;      // bits that one instruction adds
constexpr unsigned k_most_sums = 4;  // nested sums that are followed

unsigned bits_of(const llvm::Value& value) {
  return value.getType()->getScalarSizeInBits();
}

llvm::KnownBits known_bits(const llvm::Value& value, const llvm::Instruction& user) {
  return llvm::computeKnownBits(&value, user.getDataLayout());
}

// True if instruction selection does not see how the value is computed, which is loaded or comes from another block.
bool is_opaque(const llvm::Value& value, const llvm::Instruction& user) {
  const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
  if (made == nullptr) return llvm::isa<llvm::Argument>(value);
  if (made->getParent() != user.getParent() || llvm::isa<llvm::PHINode, llvm::LoadInst>(made)) return true;
  return llvm::isa<llvm::CallInst>(made) && !llvm::isa<llvm::IntrinsicInst>(made);
}

// Operands of a sum or difference, whose higher parts add the carry of the lower ones.
struct Operands {
  const llvm::Value* left = nullptr;
  const llvm::Value* right = nullptr;
};

Operands operands_of_sum(const llvm::Value& value) {
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&value)) {
    const auto* call = llvm::dyn_cast<llvm::WithOverflowInst>(extract->getAggregateOperand());
    if (call != nullptr && *extract->idx_begin() == 0) return {call->getLHS(), call->getRHS()};
  }
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  const bool is_sum =
      sum != nullptr && (sum->getOpcode() == llvm::Instruction::Add || sum->getOpcode() == llvm::Instruction::Sub);
  return is_sum ? Operands{sum->getOperand(0), sum->getOperand(1)} : Operands{};
}

// True if the highest part of the value may be computed by one addition without a carry.
bool may_end_in_sum(const llvm::Value& value, const llvm::Instruction& user, unsigned depth = k_most_sums) {
  if (llvm::isa<llvm::Constant>(value) || is_opaque(value, user)) return false;
  const Operands sum = operands_of_sum(value);
  if (sum.left == nullptr || depth == 0 || bits_of(value) <= k_part) return true;
  const auto is_with_carry = [&](const llvm::Value& any, const llvm::Value& other) {
    return !llvm::isa<llvm::Constant>(any) && !may_end_in_sum(any, user, depth - 1) &&
           known_bits(any, user).isUnknown() && known_bits(other, user).countMinTrailingZeros() < k_part;
  };
  return !is_with_carry(*sum.left, *sum.right) && !is_with_carry(*sum.right, *sum.left);
}

// True if a part may add nothing but the carry: the operand's highest part is zero, or the operand is a carry itself.
bool may_add_carry_alone(const llvm::Value& value, const llvm::Instruction& user) {
  const unsigned bits = bits_of(value);
  const unsigned leading_zeros = known_bits(value, user).countMinLeadingZeros();
  if (bits <= k_part) return leading_zeros >= bits - 1;
  return leading_zeros >= k_part || (!llvm::isa<llvm::Constant>(value) && !is_opaque(value, user));
}

// True if an unsigned comparison, of a sum with an operand or of a difference's operands, may become a carry as well.
bool is_compared(const llvm::BinaryOperator& sum) {
  const bool is_difference = sum.getOpcode() == llvm::Instruction::Sub;
  const llvm::Value* compared = is_difference ? sum.getOperand(0) : &sum;
  if (llvm::isa<llvm::Constant>(compared)) return false;  // has no users of its own, and is no sum
  return llvm::any_of(compared->users(), [&](const llvm::User* user) {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
    return comparison != nullptr && (comparison->isUnsigned() || comparison->isEquality()) &&
           comparison->getParent() == sum.getParent();
  });
}

bool needs_carry(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::uadd_with_overflow:
      case llvm::Intrinsic::uadd_sat:
      case llvm::Intrinsic::usub_with_overflow:
      case llvm::Intrinsic::usub_sat:
        return bits_of(*call->getArgOperand(0)) >= k_part;
      default:
        return false;
    }
  }
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  const bool is_sum = sum != nullptr && operands_of_sum(*sum).left != nullptr;
  return is_sum && (bits_of(*sum) >= k_part && is_compared(*sum));
}

bool loses_carry(const llvm::Instruction& instruction) {
  if (!needs_carry(instruction)) return false;
  const llvm::Value& left = *instruction.getOperand(0);
  const llvm::Value& right = *instruction.getOperand(1);
  return (may_end_in_sum(left, instruction) && may_add_carry_alone(right, instruction)) ||
         (may_end_in_sum(right, instruction) && may_add_carry_alone(left, instruction));
}

}  // namespace

llvm::PreservedAnalyses AmdgpuKeepCarries::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  bool has_changed = false;
  for (llvm::BasicBlock& block : function) {  // the end of a block that is split is the next one
    const auto found = llvm::find_if(block, loses_carry);
    if (found == block.end()) continue;
    block.splitBasicBlock(found);
    has_changed = true;
  }
  return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
