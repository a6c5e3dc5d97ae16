#include "worker/passes/spirv_lower_generic_atomics.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>
#include <spirv/unified1/spirv.hpp>

#include "worker/ir/address_spaces.h"
#include "worker/passes/call_instead.h"

namespace clc::worker {
namespace {

constexpr std::string_view k_prefix = "__spirv_Atomic";
constexpr std::string_view k_mangled_generic_as = "PU3AS4";

// Returns the atomic operation that is called; empty for other calls, and for other pointers than generic ones.
std::string atomic_operation_of(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || call.arg_empty()) return "";
  const auto* pointer = llvm::dyn_cast<llvm::PointerType>(call.getArgOperand(0)->getType());
  if (pointer == nullptr || pointer->getAddressSpace() != k_spirv_generic_space) return "";
  const std::string name = callee->getName().str();
  const std::size_t begin = name.find(k_prefix), end = name.find(k_mangled_generic_as);
  if (begin == std::string::npos || end == std::string::npos) return "";
  return name.substr(begin + k_prefix.size(), end - begin - k_prefix.size());
}

void replace_pointer(llvm::CallInst& call, llvm::Value* pointer) {
  std::string name = call.getCalledFunction()->getName().str();
  name.replace(name.find(k_mangled_generic_as), k_mangled_generic_as.size(),
               "PU3AS" + std::to_string(pointer->getType()->getPointerAddressSpace()));
  std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
  arguments.front() = pointer;
  call_instead(call, name, arguments);
}

llvm::Value* to_local(llvm::IRBuilder<>& builder, llvm::Value* pointer) {
  auto* type =
      llvm::FunctionType::get(builder.getPtrTy(k_local_space), {pointer->getType(), builder.getInt32Ty()}, false);
  llvm::FunctionCallee function = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      "_Z40__spirv_GenericCastToPtrExplicit_ToLocalPU3AS4vi", type);
  llvm::cast<llvm::Function>(function.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  auto* call = builder.CreateCall(function, {pointer, builder.getInt32(spv::StorageClassWorkgroup)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  return call;
}

void branch_on_address_space(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* pointer = call.getArgOperand(0);
  llvm::Value* local = to_local(builder, pointer);
  llvm::Instruction* then = nullptr;
  llvm::Instruction* otherwise = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(builder.CreateIsNotNull(local), &call, &then, &otherwise);
  const auto operate = [&](llvm::Instruction* before, llvm::Value* object) {
    auto* operation = llvm::cast<llvm::CallInst>(call.clone());
    operation->insertBefore(before->getIterator());
    replace_pointer(*operation, object);
    return operation;
  };
  llvm::CallInst* on_local = operate(then, local);
  builder.SetInsertPoint(otherwise);
  llvm::CallInst* on_global =
      operate(otherwise, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(k_global_space)));
  if (!call.getType()->isVoidTy()) {
    builder.SetInsertPoint(&call);
    llvm::PHINode* result = builder.CreatePHI(call.getType(), 2);
    result->addIncoming(on_local, on_local->getParent());
    result->addIncoming(on_global, on_global->getParent());
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
}

// Computes the new value of a read-modify-write; null for unknown operations.
llvm::Value* modified(llvm::IRBuilder<>& builder, const std::string& operation, llvm::Value* read, llvm::Value* by) {
  using Rmw = llvm::AtomicRMWInst;
  static const std::map<std::string, Rmw::BinOp> k_operations = {
      {"Exchange", Rmw::Xchg}, {"IAdd", Rmw::Add},     {"ISub", Rmw::Sub},     {"SMin", Rmw::Min}, {"UMin", Rmw::UMin},
      {"SMax", Rmw::Max},      {"UMax", Rmw::UMax},    {"And", Rmw::And},      {"Or", Rmw::Or},    {"Xor", Rmw::Xor},
      {"FAddEXT", Rmw::FAdd},  {"FMinEXT", Rmw::FMin}, {"FMaxEXT", Rmw::FMax},
  };
  const auto found = k_operations.find(operation);
  return found == k_operations.end() ? nullptr : llvm::buildAtomicRMWValue(found->second, builder, read, by);
}

// Returns false for unknown operations.
bool lower_private_atomic(llvm::CallInst& call, const std::string& operation, llvm::Value* object) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* last = call.getArgOperand(call.arg_size() - 1);
  llvm::Value* result = nullptr;
  if (operation == "Store") {
    builder.CreateStore(last, object);
  } else if (operation == "FlagClear") {
    builder.CreateStore(builder.getInt32(0), object);
  } else if (operation == "FlagTestAndSet") {
    result = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt32Ty(), object));
    builder.CreateStore(builder.getInt32(1), object);
  } else {
    result = builder.CreateLoad(call.getType(), object);
    llvm::Value* updated = last;
    if (operation == "CompareExchange") {
      constexpr unsigned k_new = 4;
      updated = builder.CreateSelect(builder.CreateICmpEQ(result, last), call.getArgOperand(k_new), result);
    } else if (operation != "Load") {
      updated = modified(builder, operation, result, last);
    }
    if (updated == nullptr) return false;
    if (operation != "Load") builder.CreateStore(updated, object);
  }
  if (result != nullptr) call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses SpirvLowerGenericAtomics::run(llvm::Function& function,
                                                      llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && !atomic_operation_of(*call).empty()) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(call->getArgOperand(0));
    const bool is_private = cast != nullptr && cast->getSrcAddressSpace() == k_spirv_private_space;
    if (is_private && lower_private_atomic(*call, atomic_operation_of(*call), cast->getOperand(0))) continue;
    branch_on_address_space(*call);
  }
  return calls.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
