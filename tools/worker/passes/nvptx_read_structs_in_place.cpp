#include "worker/passes/nvptx_read_structs_in_place.h"

#include <algorithm>
#include <optional>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/GVN.h>

#include "worker/ir/kernel_function.h"
#include "worker/passes/mark_constant_structs.h"

namespace clc::worker {
namespace {

struct Place {
  llvm::Argument* argument;
  std::int64_t offset;
  bool operator==(const Place&) const = default;
};

// A variable of a kernel, with all uses of it and of pointers into it.
class StructCopy {
 public:
  explicit StructCopy(llvm::AllocaInst& variable) : variable_(variable), layout_(variable.getDataLayout()) {}

  // True if all writes to the variable copy from one constant argument at one offset.
  bool is_only_read() {
    follow(variable_);
    while (is_good_ && !pointers_.empty()) {
      llvm::Value* pointer = pointers_.pop_back_val();
      for (const llvm::Use& use : pointer->uses()) is_good_ = is_good_ && record_use(use);
    }
    return is_good_ && origin_.has_value();
  }

  // Requires that is_only_read() returned true.
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

  // Returns false if the use rules out reading the original.
  bool record_use(const llvm::Use& use) {
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
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return record_store(*store);
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) {
      if (copy->isVolatile()) return false;
      if (use.getOperandNo() == 0) return record_write(*copy, copy->getRawDest(), copy->getRawSource());
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

  // Small copies are a load from the argument and a store.
  bool record_store(llvm::StoreInst& store) {
    auto* value = llvm::dyn_cast<llvm::LoadInst>(store.getValueOperand());
    return value != nullptr && value->isSimple() && store.isSimple() &&
           record_write(store, store.getPointerOperand(), value->getPointerOperand());
  }

  bool record_write(llvm::Instruction& write, llvm::Value* to, llvm::Value* from) {
    const std::optional<std::int64_t> offset = offset_in(variable_, to);
    llvm::APInt from_offset(layout_.getIndexTypeSizeInBits(from->getType()), 0);
    auto* argument = llvm::dyn_cast<llvm::Argument>(
        from->stripAndAccumulateConstantOffsets(layout_, from_offset, /*AllowNonInbounds=*/true));
    if (!offset || argument == nullptr || !argument->hasAttribute(MarkConstantStructs::k_attribute)) return false;
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
  llvm::SmallVector<llvm::Value*, 16> pointers_;  // whose uses are not visited yet
  llvm::SmallVector<llvm::LoadInst*, 16> loads_;
  llvm::SmallVector<llvm::MemTransferInst*, 4> copies_from_;
  llvm::SmallVector<llvm::Instruction*, 4> dropped_;
};

bool replace_one_copy(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : kernel.getEntryBlock()) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr) continue;
    StructCopy copy(*variable);
    if (!copy.is_only_read()) continue;
    copy.replace_by_original();
    return true;
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses NvptxReadStructsInPlace::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  if (!is_kernel(function)) return llvm::PreservedAnalyses::all();
  bool has_changed = false;
  while (replace_one_copy(function)) has_changed = true;  // a copy may be the original of another
  if (!has_changed) return llvm::PreservedAnalyses::all();
  analyses.invalidate(function, blocks_preserved());
  llvm::InstCombineOptions options;
  options.setVerifyFixpoint(false);
  analyses.invalidate(function, llvm::InstCombinePass(options).run(function, analyses));
  return llvm::GVNPass().run(function, analyses);
}

}  // namespace clc::worker
