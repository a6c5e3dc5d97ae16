#include "worker/passes/nvptx_lower_images.h"

#include <string>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Metadata.h>

#include "worker/ir/calls.h"
#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/ir/kernel_parameters.h"

namespace clc::worker {
namespace {

constexpr const char* k_intrinsic_prefix = "clc.";
constexpr unsigned k_space_of_samplers = 1;

void annotate_value(llvm::GlobalValue& value, const char* what, unsigned number) {
  llvm::LLVMContext& context = value.getContext();
  llvm::Metadata* fields[] = {
      llvm::ValueAsMetadata::get(&value), llvm::MDString::get(context, what),
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number))};
  value.getParent()->getOrInsertNamedMetadata("nvvm.annotations")->addOperand(llvm::MDNode::get(context, fields));
}

// Returns the text of an argument in the metadata of a kernel; empty if there is none.
llvm::StringRef argument_text(const llvm::Function& kernel, llvm::StringRef what, unsigned number) {
  const llvm::MDNode* texts = kernel.getMetadata(what);
  if (texts == nullptr || number >= texts->getNumOperands()) return {};
  const auto* text = llvm::dyn_cast<llvm::MDString>(texts->getOperand(number));
  return text == nullptr ? llvm::StringRef() : text->getString();
}

// Returns the annotation of an image or sampler parameter; null for others.
const char* annotation_of(const llvm::Function& kernel, unsigned number) {
  if (is_sampler(kernel, number)) return "sampler";
  const llvm::StringRef access = argument_text(kernel, "kernel_arg_access_qual", number);
  if (access.empty() || access == "none") return nullptr;
  return access == "read_only" ? "rdoimage" : access == "write_only" ? "wroimage" : "rdwrimage";
}

// Replaces the kernel by one that takes 64-bit handles instead of pointers to images and samplers.
void replace_pointers_by_handles(llvm::Function& kernel) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::Type* handle = llvm::Type::getInt64Ty(context);
  std::vector<llvm::Type*> types;
  for (unsigned i = 0; i < kernel.arg_size(); ++i) {
    types.push_back(annotation_of(kernel, i) != nullptr ? handle : kernel.getArg(i)->getType());
  }
  llvm::Function& made = with_parameters(kernel, types);
  for (unsigned i = 0; i < types.size(); ++i) {
    llvm::Argument* before = kernel.getArg(i);
    llvm::Argument* after = made.getArg(i);
    const char* annotation = annotation_of(kernel, i);
    if (annotation == nullptr) {
      before->replaceAllUsesWith(after);
      continue;
    }
    annotate_value(made, annotation, i);
    std::vector<llvm::CallInst*> handles;
    for (llvm::User* user : before->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && (callee->getName() == NvptxLowerImages::k_image_handle ||
                                callee->getName() == NvptxLowerImages::k_sampler_handle)) {
        handles.push_back(call);
      }
    }
    for (llvm::CallInst* call : handles) {
      call->replaceAllUsesWith(after);
      call->eraseFromParent();
    }
    // Other uses of the pointer are dead, or run() finds and reports them.
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
                                       llvm::GlobalValue::NotThreadLocal, k_space_of_samplers);
    annotate_value(*sampler, "sampler", 1);
  }
  return builder.CreateIntrinsic(llvm::Intrinsic::nvvm_texsurf_handle_internal, {sampler->getType()}, {sampler});
}

void lower_samplers(llvm::Module& module) {
  for (llvm::CallInst* call : calls_named(module, NvptxLowerImages::k_plain_sampler)) {
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(sampler_constant(module, nvvm_sampler(0x10), builder));
    call->eraseFromParent();
  }
  for (llvm::CallInst* call : calls_named(module, NvptxLowerImages::k_sampler_handle)) {
    auto* literal = llvm::dyn_cast<llvm::CallInst>(call->getArgOperand(0));
    const llvm::Function* callee = literal == nullptr ? nullptr : literal->getCalledFunction();
    if (callee == nullptr || callee->getName() != NvptxLowerImages::k_sampler_literal) continue;
    const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(literal->getArgOperand(0));
    if (bits == nullptr) continue;
    llvm::IRBuilder<> builder(call);
    call->replaceAllUsesWith(sampler_constant(module, nvvm_sampler(bits->getZExtValue()), builder));
    call->eraseFromParent();
  }
  for (llvm::CallInst* literal : calls_named(module, NvptxLowerImages::k_sampler_literal)) {
    if (literal->use_empty()) literal->eraseFromParent();
  }
}

void lower_intrinsics(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (function.getName().starts_with("clc.nvvm.")) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    std::string name = "llvm." + function->getName().substr(std::string(k_intrinsic_prefix).size()).str();
    const std::string buffer = ".1d.buffer.";
    if (const std::size_t at = name.find(buffer); at != std::string::npos) name.replace(at, buffer.size(), ".1d.");
    const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
    if (id == llvm::Intrinsic::not_intrinsic) continue;  // reported as undefined
    for (llvm::CallInst* call : calls_of(*function)) {
      const std::vector<llvm::Value*> arguments(call->arg_begin(), call->arg_end());
      replace_by_intrinsic(*call, id, arguments);
    }
    if (function->use_empty()) function->eraseFromParent();
  }
}

}  // namespace

std::vector<llvm::CallInst*> calls_named(llvm::Module& module, llvm::StringRef name) {
  llvm::Function* function = module.getFunction(name);
  return function == nullptr ? std::vector<llvm::CallInst*>() : calls_of(*function);
}

void replace_by_intrinsic(llvm::CallInst& call, llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments,
                          llvm::function_ref<llvm::Value*(llvm::Value*, llvm::IRBuilder<>&)> change) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* result = builder.CreateIntrinsic(id, {}, arguments);
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.getType())) {
    llvm::Value* gathered = llvm::PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      gathered = builder.CreateInsertElement(gathered, builder.CreateExtractValue(result, i), i);
    }
    result = gathered;
  }
  if (change) result = change(result, builder);
  if (!call.getType()->isVoidTy()) call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

bool is_sampler(const llvm::Function& kernel, unsigned argument) {
  return argument_text(kernel, "kernel_arg_base_type", argument) == "sampler_t";
}

bool uses_images(const llvm::Function& kernel) {
  for (unsigned i = 0; i < kernel.arg_size(); ++i) {
    if (annotation_of(kernel, i) != nullptr) return true;
  }
  return false;
}

llvm::PreservedAnalyses NvptxLowerImages::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& kernel : module) {
    if (is_kernel(kernel) && !kernel.isDeclaration() && uses_images(kernel)) kernels.push_back(&kernel);
  }
  for (llvm::Function* kernel : kernels) replace_pointers_by_handles(*kernel);
  lower_samplers(module);
  lower_intrinsics(module);
  for (const char* name : {k_image_handle, k_sampler_handle}) {
    if (calls_named(module, name).empty()) continue;
    report_failure(module.getContext(), ErrorKind::k_compile,
                   "an image or sampler is chosen at run time or kept in a variable: NVIDIA's driver needs each use to "
                   "name one kernel argument or constant sampler");
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
