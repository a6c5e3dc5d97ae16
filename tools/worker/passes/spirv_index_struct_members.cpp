#include "worker/passes/spirv_index_struct_members.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

namespace clc::worker {
namespace {

using Indices = llvm::SmallVector<llvm::Value*>;

// The array of elements of this type at the beginning of a struct; null: there is none. Adds the indices that lead to
// it.
llvm::ArrayType* first_array(llvm::Type* type, const llvm::Type* element, Indices& indices) {
  auto* zero = llvm::ConstantInt::get(llvm::Type::getInt32Ty(type->getContext()), 0);
  for (;; indices.push_back(zero)) {
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      type = array->getElementType();
      if (type == element) return array;
    } else if (auto* structure = llvm::dyn_cast<llvm::StructType>(type); structure && structure->getNumElements() > 0) {
      type = structure->getElementType(0);
    } else {
      return nullptr;
    }
  }
}

// The indices of the member that an address in a struct names; none: it is not known.
Indices indices_of(const llvm::GetElementPtrInst& address, llvm::Type* structure) {
  const llvm::DataLayout& layout = address.getModule()->getDataLayout();
  llvm::Type* narrow = llvm::Type::getInt32Ty(address.getContext());
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  if (address.accumulateConstantOffset(layout, offset)) {
    Indices indices;
    llvm::Type* type = structure;
    for (const llvm::APInt& index : layout.getGEPIndicesForOffset(type, offset))
      indices.push_back(llvm::ConstantInt::get(narrow, index.trunc(32)));
    const bool is_inside = offset == 0 && llvm::cast<llvm::ConstantInt>(indices.front())->isZero();
    return is_inside ? indices : Indices();
  }
  if (address.getNumIndices() != 1) return {};
  llvm::Value* index = address.getOperand(1);
  Indices indices{llvm::ConstantInt::get(narrow, 0)};
  const llvm::ArrayType* array = first_array(structure, address.getSourceElementType(), indices);
  if (array == nullptr || llvm::computeKnownBits(index, layout).getMaxValue().uge(array->getNumElements())) return {};
  indices.push_back(index);
  return indices;
}

}  // namespace

llvm::PreservedAnalyses SpirvIndexStructMembers::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& /*analyses*/) {
  bool is_changed = false;
  for (llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr()) continue;
    llvm::Type* structure = argument.getParamByValType();
    for (llvm::User* user : llvm::make_early_inc_range(argument.users())) {
      auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
      const Indices indices = address == nullptr ? Indices() : indices_of(*address, structure);
      if (indices.empty()) continue;
      llvm::IRBuilder<> builder(address);
      address->replaceAllUsesWith(builder.CreateGEP(structure, &argument, indices, "", address->getNoWrapFlags()));
      address->eraseFromParent();
      is_changed = true;
    }
  }
  return is_changed ? blocks_preserved() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
