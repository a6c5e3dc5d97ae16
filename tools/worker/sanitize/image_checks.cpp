#include <llvm/IR/Module.h>

#include "worker/analyses/memory_calls.h"
#include "worker/sanitize/check_writer.h"

namespace clc::worker {
namespace {

// The functions that tell the sizes of an image, in the order of its coordinates.
std::vector<const char*> size_functions(llvm::StringRef image) {
  if (image.contains("image1d_array")) return {"get_image_width", "get_image_array_size"};
  if (image.contains("image2d_array")) return {"get_image_width", "get_image_height", "get_image_array_size"};
  if (image.contains("image1d")) return {"get_image_width"};
  if (image.contains("image2d")) return {"get_image_width", "get_image_height"};
  return {"get_image_width", "get_image_height", "get_image_depth"};
}

// The image's part of a mangled name: "14ocl_image2d_ro" of `_Z11read_imagef14ocl_image2d_roDv2_i`.
llvm::StringRef mangled_image(llvm::StringRef mangled, const std::string& name) {
  llvm::StringRef rest = mangled.drop_front(mangled.find(name) + name.size());
  const llvm::StringRef all = rest;
  std::size_t length = 0;
  if (rest.consumeInteger(10, length)) return {};
  return all.take_front(all.size() - rest.size() + length);
}

}  // namespace

void check_image(llvm::CallBase& call, CheckWriter& writer) {
  const std::string name = called_builtin(call);
  const bool is_read = llvm::StringRef(name).starts_with("read_image") && call.arg_size() == 2;
  const bool is_write = llvm::StringRef(name).starts_with("write_image") && call.arg_size() == 3;
  if (!is_read && !is_write) return;  // with a sampler, coordinates outside mean something
  llvm::Value *image = call.getArgOperand(0), *at = call.getArgOperand(1);
  const llvm::StringRef mangled = mangled_image(call.getCalledFunction()->getName(), name);
  if (mangled.empty() || mangled.contains("msaa") || !at->getType()->isIntOrIntVectorTy()) return;
  llvm::IRBuilder<> builder(&call);
  llvm::Module& module = *call.getModule();
  llvm::Type* number = builder.getInt64Ty();
  llvm::Value *any = builder.getFalse(), *first = builder.getInt64(0), *second = builder.getInt64(0);
  const std::vector<const char*> functions = size_functions(mangled);
  for (unsigned d = functions.size(); d-- > 0;) {
    const std::string function = functions[d];
    const bool is_layer = function == "get_image_array_size";
    llvm::Type* result = is_layer ? module.getDataLayout().getIntPtrType(module.getContext(), 1) : builder.getInt32Ty();
    const std::string symbol = "_Z" + std::to_string(function.size()) + function + mangled.str();
    llvm::FunctionCallee callee =
        module.getOrInsertFunction(symbol, llvm::FunctionType::get(result, {image->getType()}, false));
    llvm::CallInst* extent = builder.CreateCall(callee, {image});
    extent->setCallingConv(call.getCallingConv());
    llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(call.getCallingConv());
    llvm::Value* coordinate = at->getType()->isVectorTy() ? builder.CreateExtractElement(at, d) : at;
    llvm::Value* wide = builder.CreateZExt(extent, number);
    llvm::Value* wrong = builder.CreateICmpUGE(builder.CreateSExt(coordinate, number), wide);
    first = builder.CreateSelect(wrong, builder.CreateSExt(coordinate, number), first);
    second = builder.CreateSelect(wrong, builder.CreateOr(wide, std::uint64_t{d} << 56U), second);
    any = builder.CreateOr(any, wrong);
  }
  writer.report_if(any, call, {Check::k_bounds, is_read ? "load" : "store", 0, "image", ""}, first, second);
  llvm::IRBuilder<> behind(&call);
  CheckWriter::guard(call, behind.CreateNot(any));
}

}  // namespace clc::worker
