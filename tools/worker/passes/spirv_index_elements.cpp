#include "worker/passes/spirv_index_elements.h"

#include <cstdint>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace clc::worker {
namespace {

// The type of `size` bytes that is loaded or stored at the address; else an integer, or null where there is none.
llvm::Type* element_at(const llvm::GetElementPtrInst& address, std::uint64_t size) {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
  for (const llvm::User* user : address.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    llvm::Type* type = llvm::isa<llvm::LoadInst>(user) ? user->getType()
                       : store != nullptr              ? store->getValueOperand()->getType()
                                                       : nullptr;
    if (type == nullptr || (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy())) continue;
    if (layout.getTypeAllocSize(type) == size) return type;
  }
  const bool is_number = size <= sizeof(std::uint64_t);
  return is_number ? llvm::IntegerType::get(address.getContext(), static_cast<unsigned>(8 * size)) : nullptr;
}

void index_elements(llvm::GetElementPtrInst& address) {
  using namespace llvm::PatternMatch;
  llvm::Value* index = nullptr;
  std::uint64_t shift = 0;
  if (!address.getSourceElementType()->isIntegerTy(8) || address.getType()->isVectorTy()) return;
  if (!match(address.getOperand(1), m_Shl(m_Value(index), m_ConstantInt(shift)))) return;
  constexpr std::uint64_t k_largest_shift = 7;  // of a vector of 128 bytes
  llvm::Type* element = shift > k_largest_shift ? nullptr : element_at(address, std::uint64_t{1} << shift);
  if (element == nullptr) return;
  const bool keeps_flags = llvm::cast<llvm::Instruction>(address.getOperand(1))->hasNoSignedWrap();
  const auto flags = keeps_flags ? address.getNoWrapFlags() : llvm::GEPNoWrapFlags::none();
  llvm::IRBuilder<> builder(&address);
  address.replaceAllUsesWith(builder.CreateGEP(element, address.getPointerOperand(), index, "", flags));
}

}  // namespace

llvm::PreservedAnalyses SpirvIndexElements::run(llvm::Function& function, llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) index_elements(*address);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
