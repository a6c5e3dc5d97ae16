#include "worker/passes/nvptx_copy_by_words.h"

#include <algorithm>
#include <bit>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

constexpr std::uint64_t k_largest_unit = 16;
constexpr std::uint64_t k_most_units = 64;

llvm::Type* type_of_unit(llvm::LLVMContext& context, std::uint64_t bytes) {
  constexpr unsigned k_word = 4;
  if (bytes <= k_word) return llvm::Type::getIntNTy(context, static_cast<unsigned>(bytes * 8));
  return llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), static_cast<unsigned>(bytes / k_word));
}

// Returns the bytes to be copied at once from `offset` on.
std::uint64_t unit_at(std::uint64_t offset, std::uint64_t length, std::uint64_t aligned) {
  const std::uint64_t at = offset == 0 ? aligned : std::uint64_t{1} << std::countr_zero(offset);
  return std::min({aligned, at, std::bit_floor(length - offset)});
}

void copy_by_units(llvm::MemCpyInst& copy) {
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (size == nullptr || copy.isVolatile()) return;
  const std::uint64_t length = size->getZExtValue();
  const std::uint64_t aligned =
      std::min({copy.getSourceAlign().valueOrOne().value(), copy.getDestAlign().valueOrOne().value(), k_largest_unit});
  if (length / aligned > k_most_units) return;
  llvm::IRBuilder<> builder(&copy);
  for (std::uint64_t offset = 0; offset < length;) {
    const std::uint64_t bytes = unit_at(offset, length, aligned);
    const auto at = [&](llvm::Value* base) { return builder.CreatePtrAdd(base, builder.getInt64(offset)); };
    llvm::Type* type = type_of_unit(copy.getContext(), bytes);
    llvm::Value* unit = builder.CreateAlignedLoad(type, at(copy.getRawSource()), llvm::Align(bytes));
    builder.CreateAlignedStore(unit, at(copy.getRawDest()), llvm::Align(bytes));
    offset += bytes;
  }
  copy.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses NvptxCopyByWords::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction)) copy_by_units(*copy);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
