#include "worker/passes/spirv_expand_integer_functions.h"

#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/analyses/memory_calls.h"

namespace clc::worker {
namespace {

using llvm::CmpInst;

llvm::Value* select_by(llvm::IRBuilder<>& builder, CmpInst::Predicate predicate, llvm::Value* left,
                       llvm::Value* right) {
  return builder.CreateSelect(builder.CreateICmp(predicate, left, right), left, right);
}

// True for a builtin of char, short, int or long, by its mangled name.
bool is_of_signed(const llvm::CallInst& call) {
  return llvm::StringRef("acsil").contains(call.getCalledFunction()->getName().back());
}

llvm::Value* absolute(llvm::IRBuilder<>& builder, llvm::Value* number) {
  llvm::Value* is_negative = builder.CreateICmpSLT(number, llvm::ConstantInt::get(number->getType(), 0));
  return builder.CreateSelect(is_negative, builder.CreateNeg(number), number);
}

// Null for other calls than `abs`, `min`, `max` and `clamp`.
llvm::Value* expanded_selection(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&call)) {
    return select_by(builder, intrinsic->getPredicate(), intrinsic->getLHS(), intrinsic->getRHS());
  }
  if (call.getIntrinsicID() == llvm::Intrinsic::abs) return absolute(builder, call.getArgOperand(0));
  const std::string name = called_builtin(call);
  const bool is_clamp = name == "clamp";
  llvm::Value* result = call.arg_empty() ? nullptr : call.getArgOperand(0);
  if (name == "abs") return is_of_signed(call) ? absolute(builder, result) : result;
  if (name != "max" && name != "min" && !is_clamp) return nullptr;
  const bool is_signed = is_of_signed(call);
  if (name != "min") {
    result = select_by(builder, is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, result, call.getArgOperand(1));
  }
  if (name != "max") {
    llvm::Value* most = call.getArgOperand(is_clamp ? 2 : 1);
    result = select_by(builder, is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, result, most);
  }
  return result;
}

// Null for other calls than `mul24` and `mad24`.
llvm::Value* expanded_product(llvm::CallInst& call) {
  const std::string name = called_builtin(call);
  if (name != "mul24" && name != "mad24") return nullptr;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* product = builder.CreateMul(call.getArgOperand(0), call.getArgOperand(1));
  return name == "mul24" ? product : builder.CreateAdd(product, call.getArgOperand(2));
}

}  // namespace

llvm::PreservedAnalyses SpirvExpandIntegerFunctions::run(llvm::Function& function,
                                                         llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || !call->getType()->isIntegerTy()) continue;
    llvm::Value* result = expanded_selection(*call);
    if (result == nullptr) result = expanded_product(*call);
    if (result == nullptr) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
