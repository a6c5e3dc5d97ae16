#include "worker/passes/spirv_expand_integer_functions.h"

#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/analyses/memory_calls.h"
#include "worker/passes/each_element.h"
#include "worker/passes/spirv_scalar_functions.h"

namespace clc::worker {
namespace {

using llvm::CmpInst;

llvm::Value* select_by(llvm::IRBuilder<>& builder, CmpInst::Predicate predicate, llvm::Value* left,
                       llvm::Value* right) {
  return builder.CreateSelect(builder.CreateICmp(predicate, left, right), left, right);
}

// True for a builtin of char, short, int or long, or vectors of them, by its mangled name: `_Z3minii`, `_Z3minDv4_iS_`.
bool is_of_signed(const llvm::CallInst& call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const std::size_t vector = name.find("Dv");
  const char type = vector == llvm::StringRef::npos ? name.back() : name[name.find('_', vector) + 1];
  return llvm::StringRef("acsil").contains(type);
}

// The argument, which may be one number for all elements of the result.
llvm::Value* argument(llvm::IRBuilder<>& builder, const llvm::CallInst& call, unsigned index) {
  llvm::Value* result = call.getArgOperand(index);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  if (vector == nullptr || result->getType()->isVectorTy()) return result;
  return builder.CreateVectorSplat(vector->getNumElements(), result);
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
    result = select_by(builder, is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT, result, argument(builder, call, 1));
  }
  if (name != "max") {
    llvm::Value* most = argument(builder, call, is_clamp ? 2 : 1);
    result = select_by(builder, is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, result, most);
  }
  return result;
}

// Null for other calls than `bitselect`, `popcount` of vectors, and `rotate` by a constant. Compilers for GPUs know
// these forms, but none of a rotation by a variable.
llvm::Value* expanded_bits(llvm::CallInst& call) {
  const std::string name = called_builtin(call);
  llvm::IRBuilder<> builder(&call);
  if (name == "rotate" && llvm::isa<llvm::Constant>(call.getArgOperand(1))) {
    llvm::Value* number = call.getArgOperand(0);
    return builder.CreateIntrinsic(llvm::Intrinsic::fshl, call.getType(), {number, number, call.getArgOperand(1)});
  }
  if (name == "popcount" && has_scalar_function(call)) {
    return by_elements(builder, call.getType(), {call.getArgOperand(0)}, [&](const Arguments& arguments) {
      llvm::CallInst* element = builder.CreateCall(scalar_function(call), arguments);
      element->setCallingConv(call.getCallingConv());
      return element;
    });
  }
  if (name != "bitselect") return nullptr;
  llvm::Value* mask = call.getArgOperand(2);
  return builder.CreateOr(builder.CreateAnd(call.getArgOperand(1), mask),
                          builder.CreateAnd(call.getArgOperand(0), builder.CreateNot(mask)));
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
    if (call == nullptr || !call->getType()->isIntOrIntVectorTy()) continue;
    if (is_tuned_ && call->getType()->isVectorTy()) continue;
    llvm::Value* result = expanded_selection(*call);
    if (result == nullptr) result = is_tuned_ ? expanded_product(*call) : expanded_bits(*call);
    if (result == nullptr) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
