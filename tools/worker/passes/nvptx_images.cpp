#include "worker/passes/nvptx_images.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Metadata.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

constexpr const char* k_image_handle = "clc.image";
constexpr const char* k_sampler_handle = "clc.sampler";
constexpr const char* k_plain_sampler = "clc.sampler.plain";
constexpr const char* k_intrinsic_prefix = "clc.";
constexpr const char* k_sampler_literal = "__translate_sampler_initializer";
constexpr unsigned k_global_space = 1;

std::vector<llvm::CallInst*> calls_of(llvm::Module& module, llvm::StringRef name) {
  std::vector<llvm::CallInst*> calls;
  if (llvm::Function* function = module.getFunction(name)) {
    for (llvm::User* user : function->users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
    }
  }
  return calls;
}

void annotate(llvm::GlobalValue& value, const char* what, unsigned number) {
  llvm::LLVMContext& context = value.getContext();
  llvm::Metadata* fields[] = {
      llvm::ValueAsMetadata::get(&value), llvm::MDString::get(context, what),
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number))};
  value.getParent()->getOrInsertNamedMetadata("nvvm.annotations")->addOperand(llvm::MDNode::get(context, fields));
}

const char* annotation_of(const Argument& argument) {
  if (argument.kind == ArgumentKind::k_sampler) return "sampler";
  if (argument.kind != ArgumentKind::k_image) return nullptr;
  return argument.access == Access::k_read_only    ? "rdoimage"
         : argument.access == Access::k_write_only ? "wroimage"
                                                   : "rdwrimage";
}

bool has_handles(const KernelInterface& kernel) {
  for (const Argument& argument : kernel.arguments) {
    if (annotation_of(argument) != nullptr) return true;
  }
  return false;
}

// Replaces the kernel by one that takes 64-bit handles instead of pointers to images and samplers.
void replace_pointers_by_handles(llvm::Function& kernel, const KernelInterface& interface) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::Type* handle = llvm::Type::getInt64Ty(context);
  std::vector<llvm::Type*> types;
  for (std::size_t i = 0; i < interface.arguments.size(); ++i) {
    types.push_back(
        annotation_of(interface.arguments[i]) != nullptr ? handle : kernel.getArg(static_cast<unsigned>(i))->getType());
  }
  auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, false);
  auto* made = llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "", kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  made->takeName(&kernel);
  made->splice(made->begin(), &kernel);
  for (std::size_t i = 0; i < types.size(); ++i) {
    llvm::Argument* before = kernel.getArg(static_cast<unsigned>(i));
    llvm::Argument* after = made->getArg(static_cast<unsigned>(i));
    const char* annotation = annotation_of(interface.arguments[i]);
    if (annotation == nullptr) {
      before->replaceAllUsesWith(after);
      continue;
    }
    made->removeParamAttrs(static_cast<unsigned>(i),
                           llvm::AttributeFuncs::typeIncompatible(handle, after->getAttributes()));
    annotate(*made, annotation, static_cast<unsigned>(i));
    std::vector<llvm::CallInst*> handles;
    for (llvm::User* user : before->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && (callee->getName() == k_image_handle || callee->getName() == k_sampler_handle)) {
        handles.push_back(call);
      }
    }
    for (llvm::CallInst* call : handles) {
      call->replaceAllUsesWith(after);
      call->eraseFromParent();
    }
    // Other uses of the pointer are dead, or lower_images() finds and reports them.
    before->replaceAllUsesWith(llvm::PoisonValue::get(before->getType()));
  }
  kernel.eraseFromParent();
}

// Translates OpenCL's bits (opencl-c-base.h) to those of LLVM's NVPTX backend: 0 to 2 addressing, 3 normalised, 4 and
// up filter.
std::uint64_t nvvm_sampler(std::uint64_t opencl) {
  constexpr std::uint64_t k_addressing[] = {0, 2, 1, 3, 4};  // none, clamp to edge, clamp, repeat, mirrored repeat
  const std::uint64_t mode = (opencl >> 1U) & 7U;
  const std::uint64_t is_normalized = opencl & 1U;
  const std::uint64_t is_linear = (opencl & 0x20U) != 0 ? 1 : 0;
  return (mode < 5 ? k_addressing[mode] : 0) | is_normalized << 3U | is_linear << 4U;
}

llvm::Value* sampler_constant(llvm::Module& module, std::uint64_t bits, llvm::IRBuilder<>& builder) {
  const std::string name = "clc_sampler_" + std::to_string(bits);
  llvm::GlobalVariable* sampler = module.getGlobalVariable(name, true);
  if (sampler == nullptr) {
    llvm::Type* type = llvm::Type::getInt64Ty(module.getContext());
    sampler = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                       llvm::ConstantInt::get(type, bits), name, nullptr,
                                       llvm::GlobalValue::NotThreadLocal, k_global_space);
    annotate(*sampler, "sampler", 1);
  }
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_texsurf_handle_internal, {sampler->getType()}, {sampler});
}

void lower_samplers(llvm::Module& module) {
  for (llvm::CallInst* call : calls_of(module, k_plain_sampler)) {
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(sampler_constant(module, nvvm_sampler(0x10), builder));
    call->eraseFromParent();
  }
  for (llvm::CallInst* call : calls_of(module, k_sampler_handle)) {
    auto* literal = llvm::dyn_cast<llvm::CallInst>(call->getArgOperand(0));
    const llvm::Function* callee = literal == nullptr ? nullptr : literal->getCalledFunction();
    if (callee == nullptr || callee->getName() != k_sampler_literal) continue;
    const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(literal->getArgOperand(0));
    if (bits == nullptr) continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(sampler_constant(module, nvvm_sampler(bits->getZExtValue()), builder));
    call->eraseFromParent();
  }
  for (llvm::CallInst* literal : calls_of(module, k_sampler_literal)) {
    if (literal->use_empty()) literal->eraseFromParent();
  }
}

// Replaces a call of "clc.nvvm.…" by the intrinsic "llvm.nvvm.…"; four results in a struct become a vector.
void lower_intrinsic_call(llvm::CallInst& call, llvm::Intrinsic::ID id) {
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
  llvm::Value* result = builder.CreateIntrinsic(id, {}, arguments);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType())) {
    llvm::Value* gathered = llvm::PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      gathered = builder.CreateInsertElement(gathered, builder.CreateExtractValue(result, i), i);
    }
    result = gathered;
  }
  if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

void lower_intrinsics(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (function.getName().starts_with("clc.nvvm.")) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    const std::string name = "llvm." + function->getName().substr(std::string(k_intrinsic_prefix).size()).str();
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
    if (id == llvm::Intrinsic::not_intrinsic) continue;  // reported as undefined
    for (llvm::CallInst* call : calls_of(module, function->getName())) lower_intrinsic_call(*call, id);
    if (function->use_empty()) function->eraseFromParent();
  }
}

}  // namespace

bool uses_images(const Interface& interface) {
  return std::any_of(interface.kernels.begin(), interface.kernels.end(),
                     [](const KernelInterface& kernel) { return has_handles(kernel); });
}

void inline_image_functions(llvm::Module& module) {
  std::vector<llvm::Function*> work;
  for (const char* name : {k_image_handle, k_sampler_handle}) {
    if (llvm::Function* function = module.getFunction(name)) work.push_back(function);
  }
  std::set<llvm::Function*> seen(work.begin(), work.end());
  while (!work.empty()) {
    llvm::Function* function = work.back();
    work.pop_back();
    for (llvm::User* user : function->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      llvm::Function* caller = call == nullptr ? nullptr : call->getFunction();
      if (caller == nullptr || !seen.insert(caller).second) continue;
      caller->removeFnAttr(llvm::Attribute::OptimizeNone);
      if (is_kernel(*caller)) continue;
      caller->removeFnAttr(llvm::Attribute::NoInline);
      caller->addFnAttr(llvm::Attribute::AlwaysInline);
      work.push_back(caller);
    }
  }
}

Result<void> lower_images(llvm::Module& module, const Interface& interface) {
  for (const KernelInterface& kernel : interface.kernels) {
    llvm::Function* function = module.getFunction(kernel.name);
    if (function != nullptr && has_handles(kernel)) replace_pointers_by_handles(*function, kernel);
  }
  lower_samplers(module);
  lower_intrinsics(module);
  for (const char* name : {k_image_handle, k_sampler_handle}) {
    if (!calls_of(module, name).empty()) {
      return fail(ErrorKind::k_compile,
                  "an image or sampler is chosen at run time or kept in a variable: NVIDIA's driver needs each use to "
                  "name one kernel argument or constant sampler");
    }
  }
  return {};
}

}  // namespace clc::worker
