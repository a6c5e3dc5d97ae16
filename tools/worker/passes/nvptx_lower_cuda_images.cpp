#include "worker/passes/nvptx_lower_cuda_images.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include "base/cuda_image.h"
#include "worker/ir/calls.h"
#include "worker/ir/failure.h"
#include "worker/ir/kernel_function.h"
#include "worker/ir/kernel_parameters.h"
#include "worker/passes/nvptx_lower_images.h"

namespace clc::worker {
namespace {

constexpr unsigned k_red = 0x10B0, k_red_green = 0x10B2, k_bgra = 0x10B6;  // CL_R, CL_RG, CL_BGRA

struct Query {
  const char* name;  // behind "txq." and "suq."
  std::size_t offset;
};
constexpr Query k_queries[] = {
    {"width", offsetof(CudaImage, width)},
    {"height", offsetof(CudaImage, height)},
    {"depth", offsetof(CudaImage, depth)},
    {"array.size", offsetof(CudaImage, array_size)},
    {"channel.order", offsetof(CudaImage, channel_order)},
    {"channel.data.type", offsetof(CudaImage, channel_type)},
    {"address", offsetof(CudaImage, surface)},
};

llvm::Value* load_field(llvm::Value* image, llvm::Value* offset, llvm::Type* type, llvm::IRBuilder<>& builder) {
  auto* pointer = llvm::PointerType::get(builder.getContext(), llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL);
  llvm::Value* address = builder.CreateIntToPtr(builder.CreateAdd(image, offset), pointer);
  llvm::LoadInst* load = builder.CreateAlignedLoad(type, address, llvm::Align(type->getIntegerBitWidth() / 8));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

llvm::Value* load_field(llvm::Value* image, std::size_t offset, llvm::Type* type, llvm::IRBuilder<>& builder) {
  return load_field(image, builder.getInt64(offset), type, builder);
}

llvm::Value* texture_object(llvm::Value* image, llvm::Value* sampler, llvm::IRBuilder<>& builder) {
  llvm::Value* offset =
      builder.CreateAdd(builder.CreateShl(sampler, 3), builder.getInt64(offsetof(CudaImage, textures)));
  return load_field(image, offset, builder.getInt64Ty(), builder);
}

// The components as OpenCL gives them.
llvm::Value* in_order_of_opencl(llvm::Value* read, llvm::Value* image, llvm::IRBuilder<>& builder) {
  llvm::Value* order = load_field(image, offsetof(CudaImage, channel_order), builder.getInt32Ty(), builder);
  const auto is = [&](unsigned wanted) { return builder.CreateICmpEQ(order, builder.getInt32(wanted)); };
  llvm::Value* swapped = builder.CreateShuffleVector(read, {2, 1, 0, 3});
  llvm::Value* result = builder.CreateSelect(is(k_bgra), swapped, read);
  llvm::Type* element = llvm::cast<llvm::VectorType>(read->getType())->getElementType();
  llvm::Value* one =
      element->isFloatingPointTy() ? llvm::ConstantFP::get(element, 1.0) : llvm::ConstantInt::get(element, 1);
  llvm::Value* last =
      builder.CreateSelect(builder.CreateOr(is(k_red), is(k_red_green)), one, builder.CreateExtractElement(read, 3));
  return builder.CreateInsertElement(result, last, 3);
}

// The arguments of an intrinsic, from the `first` one on, whose object is still to be put in front.
std::vector<llvm::Value*> arguments_of(llvm::CallInst& call, unsigned first, bool adds_layer) {
  std::vector<llvm::Value*> arguments(call.arg_begin() + first, call.arg_end());
  if (adds_layer) {
    llvm::Value* layer = llvm::ConstantInt::get(llvm::Type::getInt32Ty(call.getContext()), 0);
    arguments.insert(arguments.begin() + 1, layer);
  }
  return arguments;
}

// The middles of texels, from the `first` coordinate on.
void take_middles(std::vector<llvm::Value*>& arguments, std::size_t first, llvm::IRBuilder<>& builder) {
  for (std::size_t i = first; i < arguments.size(); ++i) {
    llvm::Value* left = builder.CreateSIToFP(arguments[i], builder.getFloatTy());
    arguments[i] = builder.CreateFAdd(left, llvm::ConstantFP::get(builder.getFloatTy(), 0.5));
  }
}

// Integer coordinates find texels without the texture's addressing: kernels get 0 beyond the edge (seen on an H200,
// driver 580.159).
void lower_texture(llvm::CallInst& call, llvm::StringRef intrinsic, bool adds_layer) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* image = call.getArgOperand(0);
  std::vector<llvm::Value*> arguments = arguments_of(call, 1, adds_layer);
  std::string name = intrinsic.str();
  const auto* plain = llvm::dyn_cast<llvm::CallInst>(arguments.front());
  const bool is_plain = plain != nullptr && plain->getCalledFunction() != nullptr &&
                        plain->getCalledFunction()->getName() == NvptxLowerImages::k_plain_sampler;
  if (intrinsic.ends_with(".s32") && !is_plain) {
    take_middles(arguments, intrinsic.contains(".array.") ? 2 : 1, builder);
    name.replace(name.size() - 3, 3, "f32");
  }
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  arguments.front() = texture_object(image, arguments.front(), builder);
  replace_by_intrinsic(call, id, arguments, [&](llvm::Value* read, llvm::IRBuilder<>& behind) {
    return in_order_of_opencl(read, image, behind);
  });
}

void lower_store(llvm::CallInst& call, llvm::Intrinsic::ID id, bool adds_layer) {
  llvm::IRBuilder<> builder(&call);
  std::vector<llvm::Value*> arguments = arguments_of(call, 0, adds_layer);
  arguments.front() = load_field(arguments.front(), offsetof(CudaImage, surface), builder.getInt64Ty(), builder);
  replace_by_intrinsic(call, id, arguments);
}

void lower_query(llvm::CallInst& call, const Query& query) {
  llvm::IRBuilder<> builder(&call);
  call.replaceAllUsesWith(load_field(call.getArgOperand(0), query.offset, call.getType(), builder));
  call.eraseFromParent();
}

// The name of a function, where images of one dimension are one layer of an array, and buffers are none.
std::string of_layers(llvm::StringRef name, llvm::StringRef prefix, bool& is_one_layer) {
  llvm::StringRef rest = name;
  if (!rest.consume_front(prefix) || rest.starts_with("array.")) return name.str();
  is_one_layer = !rest.consume_front("buffer.");
  return prefix.str() + (is_one_layer ? "array." : "") + rest.str();
}

void lower_function(llvm::Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front("clc.nvvm.");
  const bool is_texture = name.consume_front("tex.");
  bool is_one_layer = false;
  const std::string kind = of_layers(name, is_texture ? "1d." : "sust.p.1d.", is_one_layer);
  const std::string intrinsic = (is_texture ? "llvm.nvvm.tex.unified." : "llvm.nvvm.") + kind;
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(intrinsic);
  const bool is_query = name.consume_front("txq.") || name.consume_front("suq.");
  for (llvm::CallInst* call : calls_of(function)) {
    if (is_query) {
      for (const Query& query : k_queries) {
        if (name == query.name) {
          lower_query(*call, query);
          break;
        }
      }
    } else if (id != llvm::Intrinsic::not_intrinsic) {
      is_texture ? lower_texture(*call, intrinsic, is_one_layer) : lower_store(*call, id, is_one_layer);
    }
  }
}

// Replaces the kernel by one that takes indices in place of pointers to samplers.
void take_sampler_indices(llvm::Function& kernel) {
  std::vector<llvm::Type*> types;
  llvm::Type* index = llvm::Type::getInt32Ty(kernel.getContext());
  for (unsigned i = 0; i < kernel.arg_size(); ++i)
    types.push_back(is_sampler(kernel, i) ? index : kernel.getArg(i)->getType());
  llvm::Function& made = with_parameters(kernel, types);
  llvm::IRBuilder<> builder(&made.getEntryBlock(), made.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (llvm::Argument& before : kernel.args()) {
    llvm::Value* after = made.getArg(before.getArgNo());
    after->takeName(&before);
    if (after->getType() != before.getType())
      after = builder.CreateIntToPtr(builder.CreateZExt(after, builder.getInt64Ty()), before.getType());
    before.replaceAllUsesWith(after);
  }
  kernel.eraseFromParent();
}

std::optional<std::uint64_t> index_of_literal(const llvm::Value* bits) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(bits);
  if (number == nullptr) return std::nullopt;
  // opencl-c-base.h
  const std::uint64_t value = number->getZExtValue();
  return cuda_sampler_index((value >> 1U) & 7U, (value & 1U) != 0, (value & 0x20U) != 0);
}

void lower_handles(llvm::Module& module) {
  llvm::Type* number = llvm::Type::getInt64Ty(module.getContext());
  const auto replace = [&](llvm::CallInst* call, llvm::Value* by) {
    call->replaceAllUsesWith(by);
    call->eraseFromParent();
  };
  for (const char* name : {NvptxLowerImages::k_image_handle, NvptxLowerImages::k_sampler_handle}) {
    for (llvm::CallInst* call : calls_named(module, name))
      replace(call, llvm::IRBuilder<>(call).CreatePtrToInt(call->getArgOperand(0), number));
  }
  for (llvm::CallInst* call : calls_named(module, NvptxLowerImages::k_plain_sampler))
    replace(call, llvm::ConstantInt::get(number, cuda_sampler_index(0, false, false)));
  for (llvm::CallInst* call : calls_named(module, NvptxLowerImages::k_sampler_literal)) {
    const std::optional<std::uint64_t> index = index_of_literal(call->getArgOperand(0));
    if (!index) {
      report_failure(module.getContext(), ErrorKind::k_compile, "a sampler is made of a number that is no constant");
      continue;
    }
    replace(call, llvm::ConstantExpr::getIntToPtr(llvm::ConstantInt::get(number, *index), call->getType()));
  }
}

}  // namespace

llvm::PreservedAnalyses NvptxLowerCudaImages::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  std::vector<llvm::Function*> kernels, functions;
  for (llvm::Function& function : module) {
    if (is_kernel(function) && !function.isDeclaration() && uses_images(function)) kernels.push_back(&function);
    if (function.getName().starts_with("clc.nvvm.")) functions.push_back(&function);
  }
  for (llvm::Function* kernel : kernels) take_sampler_indices(*kernel);
  for (llvm::Function* function : functions) {
    lower_function(*function);
    if (function->use_empty()) function->eraseFromParent();
  }
  lower_handles(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
