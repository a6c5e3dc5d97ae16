#include "worker/passes/spirv_name_intrinsics.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include "worker/analyses/memory_calls.h"
#include "worker/ir/calls.h"

namespace clc::worker {
namespace {

using llvm::Intrinsic::ID;

// Builtins, and the intrinsics that are as exact.
constexpr std::array k_named = std::to_array<std::pair<std::string_view, ID>>({
    {"ceil", llvm::Intrinsic::ceil},
    {"copysign", llvm::Intrinsic::copysign},
    {"fabs", llvm::Intrinsic::fabs},
    {"floor", llvm::Intrinsic::floor},
    {"fma", llvm::Intrinsic::fma},
    {"fmax", llvm::Intrinsic::maxnum},
    {"fmin", llvm::Intrinsic::minnum},
    {"fmax_common", llvm::Intrinsic::maxnum},
    {"fmin_common", llvm::Intrinsic::minnum},
    {"mad", llvm::Intrinsic::fmuladd},
    {"popcount", llvm::Intrinsic::ctpop},
    {"rint", llvm::Intrinsic::rint},
    {"sqrt", llvm::Intrinsic::sqrt},
    {"trunc", llvm::Intrinsic::trunc},
});

// The intrinsic that a declared function is, or whose builtin it is.
ID intrinsic_of(const llvm::Function& function) {
  const std::string name = builtin_name(function.getName());
  const auto* found = llvm::find_if(
      k_named, [&](const auto& named) { return named.first == name || named.second == function.getIntrinsicID(); });
  return found == k_named.end() ? llvm::Intrinsic::not_intrinsic : found->second;
}

// `spirv.llvm_sqrt_v4f32` for `llvm.sqrt.v4f32`. The translator takes points for underscores, too, so that `fmin` and
// `fmin_common`, which may differ elsewhere, have functions of two names.
std::string name_of(ID intrinsic, llvm::Function& builtin) {
  std::string name = llvm::Intrinsic::getName(intrinsic, {builtin.getReturnType()}, builtin.getParent());
  if (!llvm::StringRef(builtin_name(builtin.getName())).ends_with("_common")) std::ranges::replace(name, '.', '_');
  return "spirv." + name;
}

// The calls that an intrinsic may stand for. With -cl-fp32-correctly-rounded-divide-sqrt Clang notes no error that a
// root of a float may have, and an intrinsic would not say so.
std::vector<llvm::CallInst*> renamed_calls(llvm::Function& builtin, ID intrinsic) {
  std::vector<llvm::CallInst*> calls = calls_of(builtin);
  if (intrinsic == llvm::Intrinsic::sqrt && builtin.getReturnType()->getScalarType()->isFloatTy())
    std::erase_if(calls, [](const llvm::CallInst* call) { return !call->hasMetadata(llvm::LLVMContext::MD_fpmath); });
  return calls;
}

// Defines a function of this name that calls the builtin.
llvm::Function* define_caller(llvm::Function& builtin, llvm::StringRef name) {
  auto* function =
      llvm::Function::Create(builtin.getFunctionType(), llvm::GlobalValue::ExternalLinkage, name, builtin.getParent());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(builtin.getContext(), "", function));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function->args()) arguments.push_back(&argument);
  llvm::CallInst* call = builder.CreateCall(&builtin, arguments);
  call->setCallingConv(builtin.getCallingConv());
  builder.CreateRet(call);
  return function;
}

// Builtins of one name are equal, such as `popcount` of int and of uint, or `fabs` and llvm.fabs, so that the body of
// the first may serve all.
void call_by_name(llvm::Function& builtin, ID intrinsic) {
  const std::vector<llvm::CallInst*> calls = renamed_calls(builtin, intrinsic);
  if (calls.empty()) return;
  const std::string name = name_of(intrinsic, builtin);
  llvm::Function* function = builtin.getParent()->getFunction(name);
  if (function == nullptr) function = define_caller(builtin, name);
  for (llvm::CallInst* call : calls) {
    call->setCalledFunction(function);
    call->setCallingConv(function->getCallingConv());
  }
}

// True for a function that has the signature of an intrinsic: `fmin(float4, float)` has not.
bool has_one_type(const llvm::Function& function) {
  const llvm::Type* type = function.getReturnType();
  const llvm::Type* scalar = type->getScalarType();
  return (scalar->isIntegerTy() || scalar->isFloatTy() || scalar->isDoubleTy()) &&
         llvm::all_of(function.args(), [&](const llvm::Argument& argument) { return argument.getType() == type; });
}

}  // namespace

llvm::PreservedAnalyses SpirvNameIntrinsics::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !has_one_type(function)) continue;
    const ID intrinsic = intrinsic_of(function);
    if (intrinsic != llvm::Intrinsic::not_intrinsic) call_by_name(function, intrinsic);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
