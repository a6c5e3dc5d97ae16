#include "worker/passes/spirv_contraction.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/analyses/divergence.h"
#include "worker/analyses/operations.h"
#include "worker/ir/kernel_function.h"
#include "worker/passes/spirv_calls.h"
#include "worker/passes/spirv_neighbours.h"
#include "worker/passes/spirv_next_turn.h"

namespace clc::worker {
namespace {

std::vector<llvm::IntrinsicInst*> contractions_of(llvm::Function& function) {
  std::vector<llvm::IntrinsicInst*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_contraction(instruction)) found.push_back(llvm::cast<llvm::IntrinsicInst>(&instruction));
  }
  return found;
}

bool is_product(const llvm::Value* value) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return operation != nullptr && operation->getOpcode() == llvm::Instruction::FMul;
}

// Null for what is no negation.
llvm::Value* negated(llvm::Value* value) {
  auto* operation = llvm::dyn_cast<llvm::UnaryOperator>(value);
  return operation != nullptr && operation->getOpcode() == llvm::Instruction::FNeg ? operation->getOperand(0) : nullptr;
}

// True where `use` adds what it is given.
bool is_added(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  constexpr unsigned k_addend = 2;
  return user->getOpcode() == llvm::Instruction::FAdd || user->getOpcode() == llvm::Instruction::FSub ||
         (is_contraction(*user) && use.getOperandNo() == k_addend);
}

// True where `use` passes on what it is given, perhaps in a vector or with another sign.
bool is_passed_on(const llvm::Instruction& user) {
  return user.getOpcode() == llvm::Instruction::FNeg ||
         llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::InsertElementInst, llvm::ExtractElementInst,
                   llvm::ShuffleVectorInst, llvm::InsertValueInst, llvm::ExtractValueInst>(user);
}

// True where a driver that inlines functions and keeps private variables in registers may find a sum behind `use`.
bool is_hidden(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (llvm::isa<llvm::ReturnInst>(user)) return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
    return call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration();
  }
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
  return store != nullptr && store->getPointerAddressSpace() == 0;
}

// True where a driver might add to the product, and C does not permit to contract that.
bool is_kept_apart(const llvm::Instruction& product) {
  std::vector<const llvm::Instruction*> values{&product};
  llvm::SmallPtrSet<const llvm::Instruction*, 8> seen;
  while (!values.empty()) {
    const llvm::Instruction* value = values.back();
    values.pop_back();
    for (const llvm::Use& use : value->uses()) {
      if (is_added(use) || is_hidden(use)) return true;
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (is_passed_on(*user) && seen.insert(user).second) values.push_back(user);
    }
  }
  return false;
}

bool forbids_contraction(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return is_product(&instruction) && !instruction.hasAllowContract() && is_kept_apart(instruction);
  });
}

// Intel's driver for CPUs computes the `mad` of short vectors slowly, and quickly that of each element; but not that of
// long ones, nor of the many of a kernel that keeps blocks in registers.
llvm::Value* call_mads(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& contraction, bool by_elements) {
  const llvm::SmallVector<llvm::Value*, 3> operands(contraction.args());
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(contraction.getType());
  if (vector == nullptr || !by_elements) return call_mad(builder, operands);
  llvm::Value* result = llvm::PoisonValue::get(contraction.getType());
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    llvm::SmallVector<llvm::Value*, 3> elements;
    for (llvm::Value* operand : operands) elements.push_back(builder.CreateExtractElement(operand, i));
    result = builder.CreateInsertElement(result, call_mad(builder, elements), i);
  }
  return result;
}

llvm::Value* multiply_and_add(llvm::IRBuilder<>& builder, llvm::IntrinsicInst& contraction) {
  llvm::Value* factor = contraction.getArgOperand(0);
  llvm::Value* addend = contraction.getArgOperand(2);
  if (llvm::Value* positive = negated(factor)) {
    return builder.CreateFSub(addend, builder.CreateFMul(positive, contraction.getArgOperand(1)));
  }
  llvm::Value* product = builder.CreateFMul(factor, contraction.getArgOperand(1));
  llvm::Value* positive = negated(addend);
  return positive != nullptr ? builder.CreateFSub(product, positive) : builder.CreateFAdd(product, addend);
}

// Contracts, of two products that C permits to, the one that work-items have of their own: what is the same for all of
// them need not be computed for each.
void choose_product(llvm::IntrinsicInst& contraction, const Divergence& divergence) {
  auto* other = llvm::dyn_cast<llvm::BinaryOperator>(contraction.getArgOperand(2));
  if (other == nullptr || !is_product(other) || !other->hasAllowContract() || !other->hasOneUse()) return;
  llvm::Value* left = contraction.getArgOperand(0);
  llvm::Value* right = contraction.getArgOperand(1);
  if (divergence.differs(*left) || divergence.differs(*right) || !divergence.differs(*other)) return;
  llvm::IRBuilder<> builder(&contraction);
  llvm::Value* product = builder.CreateFMulFMF(left, right, other);
  contraction.setArgOperand(0, other->getOperand(0));
  contraction.setArgOperand(1, other->getOperand(1));
  contraction.setArgOperand(2, product);
  other->eraseFromParent();
}

void write_contractions(llvm::Function& function, bool permits) {
  std::vector<llvm::IntrinsicInst*> contractions = contractions_of(function);
  if (contractions.empty()) return;
  constexpr std::uint64_t k_short = 4;
  constexpr long k_many = 32;
  const auto is_vector = [](const llvm::IntrinsicInst* one) { return one->getType()->isVectorTy(); };
  const bool has_many = llvm::count_if(contractions, is_vector) > k_many;
  const Divergence divergence(function);
  const std::vector<llvm::IntrinsicInst*> moved = contract_in_turn_before(function, divergence);
  if (!moved.empty()) contractions = contractions_of(function);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const Neighbours neighbours(divergence, loops, slow_operations(function));
  for (llvm::IntrinsicInst* contraction : contractions) {
    choose_product(*contraction, divergence);
    llvm::IRBuilder<> builder(contraction);
    builder.setFastMathFlags(contraction->getFastMathFlags());
    const bool by_elements = !has_many && elements_of(*contraction->getType()) <= k_short;
    // Where some work-items do not come, Intel's driver for CPUs calls `mad` for those that do, which it has to know.
    const bool may_wait = divergence.is_apart(*contraction) && (permits || llvm::is_contained(moved, contraction));
    const bool is_split = may_wait || (is_vector(contraction) && by_elements && !neighbours.splits(contraction));
    contraction->replaceAllUsesWith(is_split ? multiply_and_add(builder, *contraction)
                                             : call_mads(builder, *contraction, by_elements));
    contraction->eraseFromParent();
  }
}

// The backend writes no `ContractionOff` by itself where this is said for a module, and what is said for kernels.
void say_which_kernels_forbid(llvm::Module& module, llvm::ArrayRef<llvm::Function*> forbidding) {
  module.getOrInsertNamedMetadata("opencl.enable.FP_CONTRACT");
  llvm::LLVMContext& context = module.getContext();
  llvm::Metadata* mode = llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), spv::ExecutionModeContractionOff));
  for (llvm::Function* kernel : forbidding) {
    module.getOrInsertNamedMetadata("spirv.ExecutionMode")
        ->addOperand(llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(kernel), mode}));
  }
}

}  // namespace

void note_contractions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::IntrinsicInst* contraction : contractions_of(function)) {
      llvm::Value* addend = contraction->getArgOperand(2);
      llvm::Value* positive = negated(addend);
      llvm::Value* product = positive != nullptr ? positive : addend;
      // Values of other expressions come from memory here.
      if (!is_product(product) || !product->hasOneUse()) continue;
      // A negation joins its product later, and lends it its flags.
      for (llvm::Value* value : {product, addend}) llvm::cast<llvm::Instruction>(value)->setHasAllowContract(true);
    }
  }
}

void permit_contractions(llvm::Module& module, bool permits_all) {
  std::vector<llvm::Function*> forbidding;
  bool is_forbidden_in_callee = false;
  for (llvm::Function& function : module) {
    if (permits_all || !forbids_contraction(function)) continue;
    forbidding.push_back(&function);
    is_forbidden_in_callee = is_forbidden_in_callee || !is_kernel(function);
  }
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    const bool is_permitted = !is_forbidden_in_callee && !llvm::is_contained(forbidding, &function);
    if (is_kernel(function) && !is_permitted) kernels.push_back(&function);
    write_contractions(function, is_permitted);
  }
  say_which_kernels_forbid(module, kernels);
}

}  // namespace clc::worker
