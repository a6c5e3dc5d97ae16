#include "worker/passes/spirv_write_out_builtins.h"

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/memory_calls.h"
#include "worker/passes/each_element.h"
#include "worker/passes/spirv_calls.h"

namespace clc::worker {
namespace {

// False for other functions, and for three elements, which are as large in SPIR-V as four.
bool is_access(llvm::StringRef name, llvm::StringRef prefix) {
  return name.consume_front(prefix) && (name == "2" || name == "4" || name == "8" || name == "16");
}

// Null for other calls.
llvm::Value* written_access(llvm::IRBuilder<>& builder, const llvm::CallInst& call, llvm::StringRef name) {
  const bool is_load = is_access(name, "vload");
  if (!is_load && !is_access(name, "vstore")) return nullptr;
  llvm::Type* type = is_load ? call.getType() : call.getArgOperand(0)->getType();
  const std::uint64_t size = call.getDataLayout().getTypeAllocSize(type->getScalarType());
  constexpr std::uint64_t k_word = 4;
  if (size < k_word) return nullptr;
  const unsigned first = is_load ? 0 : 1;
  llvm::Value* place = builder.CreateGEP(type, call.getArgOperand(first + 1), call.getArgOperand(first));
  if (is_load) return builder.CreateAlignedLoad(type, place, llvm::Align(size));
  return builder.CreateAlignedStore(call.getArgOperand(0), place, llvm::Align(size));
}

llvm::Value* written_dot(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
  const std::vector<llvm::Value*> left = elements_in(builder, call.getArgOperand(0));
  const std::vector<llvm::Value*> right = elements_in(builder, call.getArgOperand(1));
  llvm::Value* sum = builder.CreateFMul(left[0], right[0]);
  for (std::size_t i = 1; i < left.size(); ++i) {
    sum = builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, call.getType(), {left[i], right[i], sum});
  }
  return sum;
}

// `max` and `min` are undefined for infinite numbers and NaN, of which `clamp` is not.
llvm::Value* written_clamp(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
  const bool is_finite = call.hasNoNaNs() && call.hasNoInfs();
  llvm::Value* most =
      call_of_one_type(builder, is_finite ? "max" : "fmax", {call.getArgOperand(0), call.getArgOperand(1)});
  return call_of_one_type(builder, is_finite ? "min" : "fmin", {most, call.getArgOperand(2)});
}

// Null for other calls than `dot` of vectors, and `clamp`, and `fmax` and the like of a vector and a scalar, of
// floating-point numbers.
llvm::Value* written_arithmetic(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::StringRef name) {
  if (!call.getType()->isFPOrFPVectorTy()) return nullptr;
  builder.setFastMathFlags(call.getFastMathFlags());
  if (name == "dot" && call.getArgOperand(0)->getType()->isVectorTy()) return written_dot(builder, call);
  if (name == "clamp") return written_clamp(builder, call);
  const bool is_extremum = name == "fmax" || name == "fmin" || name == "max" || name == "min";
  if (!is_extremum || call.getArgOperand(1)->getType() == call.getType()) return nullptr;
  return call_of_one_type(builder, name, {call.getArgOperand(0), call.getArgOperand(1)});
}

}  // namespace

llvm::PreservedAnalyses SpirvWriteOutBuiltins::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& /*analyses*/) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr) continue;
    const std::string name = called_builtin(*call);
    llvm::IRBuilder<> builder(call);
    llvm::Value* result = written_access(builder, *call, name);
    if (result == nullptr) result = written_arithmetic(builder, *call, name);
    if (result == nullptr) continue;
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return blocks_preserved();
}

}  // namespace clc::worker
