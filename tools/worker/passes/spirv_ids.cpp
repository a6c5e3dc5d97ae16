#include "worker/passes/spirv_ids.h"

#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/memory_calls.h"
#include "worker/passes/spirv_accesses.h"
#include "worker/passes/spirv_calls.h"

namespace clc::worker {
namespace {

// True for a call of `name` for the first dimension, in which drivers take several work-items at a time.
bool is_first_id(const llvm::Value& value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || called_builtin(*call) != name) return false;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  return dimension != nullptr && dimension->isZero();
}

bool is_local_id(const llvm::Value& value) {
  return is_first_id(value, "get_local_id");
}
bool is_global_id(const llvm::Value& value) {
  return is_first_id(value, "get_global_id");
}

// True for what leads from a part of an index to the whole.
bool computes_index(const llvm::User& user) {
  switch (llvm::cast<llvm::Instruction>(user).getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::PHI:
      return true;
    default:
      return false;
  }
}

// True for the address of what the driver loads and stores for several work-items at once.
bool is_of_transposed(const llvm::GetElementPtrInst& address) {
  return llvm::all_of(address.users(), [](const llvm::User* user) {
    return !llvm::isa<llvm::LoadInst, llvm::StoreInst>(user) || is_transposed(*llvm::getLoadStoreType(user));
  });
}

// True where nothing but addresses and their limits are computed of a number.
bool is_only_index(const llvm::Instruction& number) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  std::vector<const llvm::Instruction*> found{&number};
  while (!found.empty()) {
    const llvm::Instruction* one = found.back();
    found.pop_back();
    for (const llvm::User* user : one->users()) {
      if (llvm::isa<llvm::ICmpInst>(user)) continue;
      if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        if (!is_of_transposed(*address)) return false;
        continue;
      }
      if (!computes_index(*user)) return false;
      const auto* next = llvm::cast<llvm::Instruction>(user);
      if (seen.insert(next).second) found.push_back(next);
    }
  }
  return true;
}

// Numbers of work-items that were narrowed, widened so that drivers see that neighbours have neighbouring numbers.
class WiderIds {
 public:
  explicit WiderIds(const Divergence& divergence) : divergence_(divergence) {}

  // Widens a number once, where it is narrowed: Intel's driver makes shifts again of what is narrowed for one use, and
  // of those of an index it gathers what lies side by side.
  void widen(llvm::TruncInst& narrowed) {
    llvm::Value* number = narrowed.getOperand(0);
    if (!narrowed.getType()->isIntegerTy(32) || !number->getType()->isIntegerTy(64)) return;
    llvm::Value* exact = is_local_id(*number) ? number : nullptr;
    llvm::Value* of_index = exact;
    for (llvm::User* user : llvm::make_early_inc_range(narrowed.users())) {
      auto* extension = llvm::dyn_cast<llvm::SExtInst>(user);
      if (extension == nullptr || extension->getType() != number->getType()) continue;
      const bool is_index = grows_by_one(*number) && is_only_index(*extension);
      llvm::Value*& widened = is_index ? of_index : exact;
      if (widened == nullptr) widened = is_index ? widened_index(narrowed) : widened_once(narrowed);
      extension->replaceAllUsesWith(widened);
    }
  }

 private:
  // True for a number that is one more for each work-item of a group than for the one before.
  bool grows_by_one(const llvm::Value& number) const {
    if (is_local_id(number) || is_global_id(number)) return true;
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&number);
    if (sum == nullptr) return false;
    const llvm::Value* left = sum->getOperand(0);
    const llvm::Value* right = sum->getOperand(1);
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(sum);
    const bool adds = sum->getOpcode() == llvm::Instruction::Add || (disjoint != nullptr && disjoint->isDisjoint());
    if (adds && divergence_.differs(*right)) std::swap(left, right);
    return (adds || sum->getOpcode() == llvm::Instruction::Sub) && !divergence_.differs(*right) && grows_by_one(*left);
  }

  static llvm::Value* widened_once(llvm::TruncInst& narrowed) {
    llvm::IRBuilder<> builder(narrowed.getParent(), std::next(narrowed.getIterator()));
    return builder.CreateSExt(&narrowed, narrowed.getOperand(0)->getType());
  }

  // The widened number of a group's first work-item, and the work-item's number in the group. The sum is not exact in a
  // group whose numbers pass the largest one of 32 bits and go on with the smallest, which is no index of anything.
  static llvm::Value* widened_index(llvm::TruncInst& narrowed) {
    llvm::Value* number = narrowed.getOperand(0);
    llvm::IRBuilder<> builder(narrowed.getParent(), std::next(narrowed.getIterator()));
    llvm::Value* local = call_computing(builder, "_Z12get_local_idj", *number->getType(), {builder.getInt32(0)});
    llvm::Value* first = builder.CreateTrunc(builder.CreateSub(number, local), narrowed.getType());
    return builder.CreateAdd(builder.CreateSExt(first, number->getType()), local);
  }

  const Divergence& divergence_;
};

// Narrows a number where it is computed, for all that use it so.
void narrow_where_computed(llvm::TruncInst& narrowed) {
  auto* value = llvm::dyn_cast<llvm::CallInst>(narrowed.getOperand(0));
  if (value != nullptr && Divergence::is_id(*value)) narrowed.moveAfter(value);
}

}  // namespace

void multiply_whole(llvm::Function& function) {
  std::vector<llvm::CallInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getType()->isIntegerTy(32) && called_builtin(*call) == "mad24") found.push_back(call);
  }
  if (found.empty()) return;
  const Divergence divergence(function);
  for (llvm::CallInst* call : found) {
    const auto differs = [&](unsigned operand) { return divergence.differs(*call->getArgOperand(operand)); };
    if ((differs(0) && differs(1)) || !is_only_index(*call)) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Value* product = builder.CreateMul(call->getArgOperand(0), call->getArgOperand(1));
    call->replaceAllUsesWith(builder.CreateAdd(product, call->getArgOperand(2)));
    call->eraseFromParent();
  }
}

void widen_ids(llvm::Function& function) {
  std::vector<llvm::TruncInst*> narrowed;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* one = llvm::dyn_cast<llvm::TruncInst>(&instruction);
    if (one != nullptr) narrowed.push_back(one);
  }
  if (narrowed.empty()) return;
  const Divergence divergence(function);
  WiderIds ids(divergence);
  for (llvm::TruncInst* one : narrowed) {
    narrow_where_computed(*one);
    ids.widen(*one);
  }
}

}  // namespace clc::worker
