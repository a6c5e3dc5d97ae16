#include "worker/passes/nvptx_pass_padding.h"

#include <algorithm>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace clc::worker {
namespace {

bool has_padding(llvm::Type* type, const llvm::DataLayout& layout) {
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return has_padding(array->getElementType(), layout);
  auto* fields = llvm::dyn_cast<llvm::StructType>(type);
  if (fields == nullptr) return layout.getTypeStoreSize(type) != layout.getTypeAllocSize(type);
  std::uint64_t end = 0;
  for (unsigned i = 0; i < fields->getNumElements(); ++i) {
    llvm::Type* field = fields->getElementType(i);
    const std::uint64_t begin = layout.getStructLayout(fields)->getElementOffset(i);
    if (begin != end || has_padding(field, layout)) return true;
    end = begin + layout.getTypeAllocSize(field);
  }
  return end != layout.getTypeAllocSize(type);
}

// Returns an array of integers of the type's size and alignment; the type itself if it has no padding.
llvm::Type* without_padding(llvm::Type* type, const llvm::DataLayout& layout) {
  if (!has_padding(type, layout)) return type;
  const std::uint64_t bytes = std::min<std::uint64_t>(layout.getABITypeAlign(type).value(), sizeof(std::uint64_t));
  auto* integer = llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(8 * bytes));
  return llvm::ArrayType::get(integer, layout.getTypeAllocSize(type) / bytes);
}

// `Called`: a function, or a call of one.
template <class Called>
void pass_padding_of(Called& called, unsigned count, const llvm::DataLayout& layout) {
  for (unsigned i = 0; i < count; ++i) {
    llvm::Type* type = called.getParamByValType(i);
    if (type == nullptr) continue;
    called.removeParamAttr(i, llvm::Attribute::ByVal);
    called.addParamAttr(i, llvm::Attribute::getWithByValType(type->getContext(), without_padding(type, layout)));
  }
}

// Replaces a store of `type`, which would leave out its padding, by a copy of all its bytes.
void copy_with_padding(llvm::StoreInst& store, llvm::Value* from, llvm::Type* type) {
  const llvm::DataLayout& layout = store.getDataLayout();
  llvm::IRBuilder<> builder(&store);
  builder.CreateMemCpy(store.getPointerOperand(), store.getAlign(), from, llvm::Align(1), layout.getTypeAllocSize(type),
                       store.isVolatile());
  store.eraseFromParent();
}

// Replaces a returned struct, which Clang stores whole or by fields, by its bytes in memory.
void replace_by_memory(llvm::Value& value, llvm::Value* memory) {
  for (llvm::User* user : llvm::make_early_inc_range(value.users())) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store != nullptr && store->getValueOperand() == &value) {
      copy_with_padding(*store, memory, value.getType());
      continue;
    }
    auto* field = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(user));
    if (field == nullptr || field->getNumIndices() != 1) {
      user->replaceUsesOfWith(&value, builder.CreateAlignedLoad(value.getType(), memory, llvm::Align(1)));
      continue;
    }
    replace_by_memory(*field,
                      builder.CreateConstInBoundsGEP2_32(value.getType(), memory, 0, field->getIndices().front()));
    field->eraseFromParent();
  }
}

llvm::AllocaInst* variable_in(llvm::Function& function, llvm::Type* type, const llvm::DataLayout& layout) {
  return new llvm::AllocaInst(type, layout.getAllocaAddrSpace(), nullptr, layout.getPrefTypeAlign(type), "",
                              function.getEntryBlock().begin());
}

void return_all_bytes(llvm::ReturnInst& result, llvm::Type* type) {
  const llvm::DataLayout& layout = result.getDataLayout();
  llvm::Value* value = result.getReturnValue();
  llvm::IRBuilder<> builder(&result);
  llvm::Value* bytes = nullptr;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(value); load != nullptr && load->getNextNode() == &result) {
    bytes = builder.CreateAlignedLoad(type, load->getPointerOperand(), load->getAlign());
  } else {
    llvm::AllocaInst* memory = variable_in(*result.getFunction(), type, layout);
    builder.CreateAlignedStore(value, memory, llvm::Align(1));
    bytes = builder.CreateAlignedLoad(type, memory, memory->getAlign());
  }
  result.setOperand(0, bytes);
}

void call_for_all_bytes(llvm::CallInst& call, llvm::Function& function) {
  const llvm::DataLayout& layout = call.getDataLayout();
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  llvm::CallInst* other = builder.CreateCall(&function, llvm::SmallVector<llvm::Value*, 8>(call.args()), bundles);
  other->setAttributes(call.getAttributes());
  other->removeRetAttr(llvm::Attribute::NoUndef);
  other->setCallingConv(call.getCallingConv());
  other->copyMetadata(call);
  llvm::AllocaInst* memory = variable_in(*call.getFunction(), function.getReturnType(), layout);
  builder.CreateAlignedStore(other, memory, memory->getAlign());
  replace_by_memory(call, memory);
  call.eraseFromParent();
}

// Replaces the function by one that returns `type`.
void return_as(llvm::Function& function, llvm::Type* type) {
  llvm::Module& module = *function.getParent();
  auto* signature = llvm::FunctionType::get(type, function.getFunctionType()->params(), function.isVarArg());
  auto* other = llvm::Function::Create(signature, function.getLinkage(), function.getAddressSpace());
  module.getFunctionList().insert(function.getIterator(), other);
  other->takeName(&function);
  other->copyAttributesFrom(&function);
  other->removeRetAttr(llvm::Attribute::NoUndef);
  other->setComdat(function.getComdat());
  other->copyMetadata(&function, 0);
  other->splice(other->begin(), &function);
  for (auto [mine, its] : llvm::zip(other->args(), function.args())) its.replaceAllUsesWith(&mine);
  for (llvm::BasicBlock& block : *other) {
    if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) return_all_bytes(*result, type);
  }
  for (llvm::User* user : llvm::make_early_inc_range(function.users()))
    call_for_all_bytes(*llvm::cast<llvm::CallInst>(user), *other);
  function.eraseFromParent();
}

bool is_only_called(const llvm::Function& function) {
  return llvm::all_of(function.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    return call != nullptr && call->isCallee(&use);
  });
}

}  // namespace

llvm::PreservedAnalyses NvptxPassPadding::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  const llvm::DataLayout& layout = module.getDataLayout();
  for (llvm::Function& function : module) {
    pass_padding_of(function, static_cast<unsigned>(function.arg_size()), layout);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr) pass_padding_of(*call, call->arg_size(), layout);
    }
  }
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::Type* type = function.getReturnType();
    if (!type->isStructTy() || function.isDeclaration() || !is_only_called(function)) continue;
    if (llvm::Type* other = without_padding(type, layout); other != type) return_as(function, other);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
