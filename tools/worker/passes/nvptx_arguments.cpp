#include "worker/passes/nvptx_arguments.h"

#include <algorithm>
#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

// LLVM's attribute for CUDA's __grid_constant__: nothing writes the argument, so that pointers to it may go anywhere.
constexpr const char* k_constant = "nvvm.grid_constant";

bool is_only_copied(const llvm::Argument& argument) {
  return llvm::all_of(argument.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call != nullptr && call->isArgOperand(&use) && call->isByValArgument(call->getArgOperandNo(&use));
  });
}

struct Place {
  llvm::Argument* argument;
  std::int64_t offset;
  bool operator==(const Place&) const = default;
};

// A variable of a kernel with all that is done to it and to pointers into it.
class Copy {
 public:
  explicit Copy(llvm::AllocaInst& variable) : variable_(variable), layout_(variable.getDataLayout()) {}

  // True when all that is written to the variable is there in a constant argument, in the same order.
  bool is_only_read() {
    follow(variable_);
    while (is_good_ && !pointers_.empty()) {
      llvm::Value* pointer = pointers_.pop_back_val();
      for (const llvm::Use& use : pointer->uses()) is_good_ = is_good_ && take(use);
    }
    return is_good_ && origin_.has_value();
  }

  // For use after is_only_read() alone.
  void replace_by_original() {
    for (llvm::Instruction* instruction : dropped_) instruction->eraseFromParent();
    llvm::Argument& argument = *origin_->argument;
    const llvm::Align alignment =
        llvm::commonAlignment(argument.getParamAlign().valueOrOne(), static_cast<std::uint64_t>(origin_->offset));
    for (llvm::LoadInst* load : loads_) load->setAlignment(std::min(load->getAlign(), alignment));
    for (llvm::MemTransferInst* copy : copies_from_) {
      copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), alignment));
    }
    llvm::IRBuilder<> builder(&variable_);
    variable_.replaceAllUsesWith(
        builder.CreatePtrAdd(&argument, builder.getInt64(static_cast<std::uint64_t>(origin_->offset))));
    variable_.eraseFromParent();
  }

 private:
  void follow(llvm::Value& pointer) {
    if (seen_.insert(&pointer).second) pointers_.push_back(&pointer);
  }

  // Returns false where the use is none of a copy that is only read.
  bool take(const llvm::Use& use) {
    llvm::User* user = use.getUser();
    if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user)) {
      follow(*user);
      return true;
    }
    if (llvm::isa<llvm::ICmpInst>(user)) return true;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      loads_.push_back(load);
      return load->isSimple();
    }
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return take_store(*store);
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
      if (copy->isVolatile()) return false;
      if (use.getOperandNo() == 0) return take_write(*copy, copy->getRawDest(), copy->getRawSource());
      copies_from_.push_back(copy);
      return true;
    }
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || !call->isDataOperand(&use)) return false;
    if (call->isLifetimeStartOrEnd()) {
      dropped_.push_back(call);
      return true;
    }
    const unsigned operand = call->getDataOperandNo(&use);
    return call->onlyReadsMemory(operand) && call->doesNotCapture(operand);
  }

  // A small copy is a load and a store.
  bool take_store(llvm::StoreInst& store) {
    auto* value = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
    return value != nullptr && value->isSimple() && store.isSimple() &&
           take_write(store, store.getPointerOperand(), value->getPointerOperand());
  }

  bool take_write(llvm::Instruction& write, llvm::Value* to, llvm::Value* from) {
    const std::optional<std::int64_t> offset = offset_in(variable_, to);
    llvm::APInt from_offset(layout_.getIndexTypeSizeInBits(from->getType()), 0);
    auto* argument = llvm::dyn_cast<llvm::Argument>(
        from->stripAndAccumulateConstantOffsets(layout_, from_offset, /*AllowNonInbounds=*/true));
    if (!offset || argument == nullptr || !argument->hasAttribute(k_constant)) return false;
    const Place origin{argument, from_offset.getSExtValue() - *offset};
    if (origin.offset < 0 || (origin_ && *origin_ != origin)) return false;
    origin_ = origin;
    dropped_.push_back(&write);
    return true;
  }

  std::optional<std::int64_t> offset_in(const llvm::Value& object, llvm::Value* pointer) const {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    if (pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true) != &object) {
      return std::nullopt;
    }
    return offset.getSExtValue();
  }

  llvm::AllocaInst& variable_;
  const llvm::DataLayout& layout_;
  bool is_good_ = true;
  std::optional<Place> origin_;
  llvm::SmallPtrSet<llvm::Value*, 16> seen_;
  llvm::SmallVector<llvm::Value*, 16> pointers_;  // still to be looked at
  llvm::SmallVector<llvm::LoadInst*, 16> loads_;
  llvm::SmallVector<llvm::MemTransferInst*, 4> copies_from_;
  llvm::SmallVector<llvm::Instruction*, 4> dropped_;
};

bool replace_one_copy(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : kernel.getEntryBlock()) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr) continue;
    Copy copy(*variable);
    if (!copy.is_only_read()) continue;
    copy.replace_by_original();
    return true;
  }
  return false;
}

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

// An array of integers of the type's size and alignment; the type itself where it has no padding.
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

// Copies bytes where a field of `type` would lie, from which its padding would be missing.
void copy_whole(llvm::StoreInst& store, llvm::Value* from, llvm::Type* type) {
  const llvm::DataLayout& layout = store.getDataLayout();
  llvm::IRBuilder<> builder(&store);
  builder.CreateMemCpy(store.getPointerOperand(), store.getAlign(), from, llvm::Align(1), layout.getTypeAllocSize(type),
                       store.isVolatile());
  store.eraseFromParent();
}

// Puts what lies in memory in the place of a struct that was returned: Clang stores it, or its fields.
void take_from_memory(llvm::Value& value, llvm::Value* memory) {
  for (llvm::User* user : llvm::make_early_inc_range(value.users())) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store != nullptr && store->getValueOperand() == &value) {
      copy_whole(*store, memory, value.getType());
      continue;
    }
    auto* field = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(user));
    if (field == nullptr || field->getNumIndices() != 1) {
      user->replaceUsesOfWith(&value, builder.CreateAlignedLoad(value.getType(), memory, llvm::Align(1)));
      continue;
    }
    take_from_memory(*field,
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
  take_from_memory(call, memory);
  call.eraseFromParent();
}

// Another function, whose result is of `type`.
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

void pass_padding(llvm::Module& module) {
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
}

void mark_structs_as_constant(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!is_kernel(function)) continue;
    for (llvm::Argument& argument : function.args()) {
      if (!argument.hasByValAttr() || !is_only_copied(argument)) continue;
      argument.addAttr(llvm::Attribute::NoAlias);
      argument.addAttr(llvm::Attribute::ReadOnly);
      argument.addAttr(llvm::Attribute::get(module.getContext(), k_constant));
    }
  }
}

bool read_structs_in_place(llvm::Module& module) {
  bool has_changed = false;
  for (llvm::Function& function : module) {
    if (!is_kernel(function) || function.isDeclaration()) continue;
    while (replace_one_copy(function)) has_changed = true;  // a copy may be the original of another
  }
  return has_changed;
}

}  // namespace clc::worker
