#include "worker/passes/spirv_form_sign_extensions.h"

#include <cstdint>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

// True where the offset is only used in `inbounds` addresses of global variables, so that the sum it is computed from
// does not wrap.
bool is_within_variable(const llvm::Value& offset) {
  return llvm::all_of(offset.users(), [&](const llvm::User* user) {
    const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    return address != nullptr && address->isInBounds() && address->getNumIndices() == 1 &&
           llvm::isa<llvm::GlobalVariable>(address->getPointerOperand());
  });
}

void form_sign_extension(llvm::BinaryOperator& shift) {
  using namespace llvm::PatternMatch;
  constexpr unsigned k_width = 64;
  constexpr unsigned k_kept = 32;
  llvm::Value* left = nullptr;
  llvm::Value* value = nullptr;
  std::uint64_t right = 0;
  const llvm::APInt* addend = nullptr;
  if (!shift.getType()->isIntegerTy(k_width)) return;
  if (!match(&shift, m_AShr(m_Value(left), m_ConstantInt(right))) || right > k_width - k_kept) return;
  const auto shifted = m_Shl(m_Value(value), m_SpecificInt(k_width - k_kept));
  const bool is_sum = match(left, m_AddLike(shifted, m_APInt(addend)));
  if (is_sum ? addend->countr_zero() < k_width - k_kept : !match(left, shifted)) return;
  llvm::IRBuilder<> builder(&shift);
  value = builder.CreateTrunc(value, builder.getIntNTy(k_kept));
  if (is_sum) {
    llvm::Value* number = builder.getInt(addend->lshr(k_width - k_kept).trunc(k_kept));
    value = builder.CreateAdd(value, number, "", /*HasNUW=*/false, /*HasNSW=*/is_within_variable(shift));
  }
  value = builder.CreateSExt(value, shift.getType());
  if (right != k_width - k_kept) {
    value = builder.CreateShl(value, k_width - k_kept - right, "", /*HasNUW=*/false, /*HasNSW=*/true);
  }
  shift.replaceAllUsesWith(value);
}

}  // namespace

llvm::PreservedAnalyses SpirvFormSignExtensions::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* shift = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) form_sign_extension(*shift);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
