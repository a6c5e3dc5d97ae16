#include "worker/passes/nvptx_lower_printf.h"

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "worker/ir/calls.h"
#include "worker/passes/printf_formats.h"

namespace clc::worker {
namespace {

constexpr unsigned k_space_of_formats = 1;

// The driver crashes on more in one call (found on an H200, driver 580.159).
constexpr std::size_t k_most_conversions = 32;

// Returns the type in vprintf's record, where a vector has the layout of an array of its elements.
llvm::Type* type_in_record(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? type : llvm::ArrayType::get(vector->getElementType(), vector->getNumElements());
}

// ptxas refuses generic pointers to constant memory in programs whose kernels take constant pointers,
// so a format lies in global memory.
llvm::GlobalVariable* make_global(llvm::Module& module, llvm::Constant* text, const std::string& name) {
  return new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::InternalLinkage, text, name,
                                  nullptr, llvm::GlobalValue::NotThreadLocal, k_space_of_formats);
}
llvm::Value* in_global_memory(llvm::Value* format) {
  auto* constant = llvm::dyn_cast<llvm::GlobalVariable>(format->stripPointerCasts());
  if (constant == nullptr || !constant->hasInitializer()) return format;
  const std::string name = constant->getName().str() + ".format";
  llvm::Module& module = *constant->getParent();
  if (llvm::GlobalVariable* copy = module.getGlobalVariable(name, true)) return copy;
  return make_global(module, constant->getInitializer(), name);
}

// Splits the call into several with no more conversions each than the driver supports.
std::vector<PrintfCall> in_pieces(const PrintfCall& call) {
  std::vector<PrintfCall> pieces(1);
  auto copied = call.format.begin();
  std::size_t next = 0;
  for (std::sregex_iterator match(call.format.begin(), call.format.end(), printf_conversion()), end; match != end;
       ++match) {
    if (!(*match)[4].matched) continue;  // %%
    if (next == call.arguments.size()) return {call};
    if (pieces.back().arguments.size() == k_most_conversions) {
      pieces.back().format.assign(copied, (*match)[0].first);
      copied = (*match)[0].first;
      pieces.emplace_back();
    }
    pieces.back().arguments.push_back(call.arguments[next++]);
  }
  if (next != call.arguments.size()) return {call};
  pieces.back().format.assign(copied, call.format.end());
  return pieces;
}

// Calls vprintf with a format and its arguments, and returns its result.
llvm::Value* call_vprintf(llvm::Value* format, std::vector<llvm::Value*> arguments, llvm::FunctionCallee vprintf,
                          llvm::IRBuilder<>& builder) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const llvm::DataLayout& layout = module.getDataLayout();
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  std::vector<llvm::Type*> types;
  for (llvm::Value*& argument : arguments) {
    // The text of `%s` is read through a generic pointer.
    if (argument->getType()->isPointerTy()) argument = builder.CreateAddrSpaceCast(in_global_memory(argument), pointer);
    types.push_back(type_in_record(argument->getType()));
  }
  llvm::Value* buffer = llvm::ConstantPointerNull::get(pointer);
  if (!arguments.empty()) {
    auto* record = llvm::StructType::get(module.getContext(), types);
    llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
    auto* memory = new llvm::AllocaInst(record, layout.getAllocaAddrSpace(), nullptr, layout.getPrefTypeAlign(record),
                                        "", entry.begin());
    for (unsigned i = 0; i < arguments.size(); ++i) {
      builder.CreateAlignedStore(arguments[i], builder.CreateStructGEP(record, memory, i),
                                 layout.getABITypeAlign(types[i]));
    }
    buffer = builder.CreateAddrSpaceCast(memory, pointer);
  }
  return builder.CreateCall(vprintf, {builder.CreateAddrSpaceCast(format, pointer), buffer});
}

// Returns the calls that replace one of printf; none if it can keep its format.
std::vector<PrintfCall> calls_for(const PrintfCall& call, llvm::IRBuilder<>& builder) {
  const auto is_any = [](const llvm::FixedVectorType&) { return true; };  // the driver drops blanks after vectors
  const std::optional<PrintfCall> changed = rewritten(call, is_any, builder);
  std::vector<PrintfCall> pieces = in_pieces(changed ? *changed : call);
  return changed || pieces.size() > 1 ? pieces : std::vector<PrintfCall>{};
}

void lower_call(llvm::CallInst& call, llvm::FunctionCallee vprintf) {
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  const std::vector<llvm::Value*> arguments(call.arg_begin() + 1, call.arg_end());
  const std::optional<std::string> literal = text_of_literal(call.getArgOperand(0));
  const std::vector<PrintfCall> pieces =
      literal ? calls_for({*literal, arguments}, builder) : std::vector<PrintfCall>{};
  llvm::Value* failed = nullptr;
  const auto add = [&](llvm::Value* format, const std::vector<llvm::Value*>& its_arguments) {
    // OpenCL's printf returns 0 for success, vprintf a count, or a negative number for failure.
    llvm::Value* printed = call_vprintf(format, its_arguments, vprintf, builder);
    llvm::Value* now = builder.CreateICmpSLT(printed, builder.getInt32(0));
    failed = failed == nullptr ? now : builder.CreateOr(failed, now);
  };
  for (const PrintfCall& piece : pieces) {
    add(make_global(module, llvm::ConstantDataArray::getString(module.getContext(), piece.format), ".format"),
        piece.arguments);
  }
  if (pieces.empty()) add(in_global_memory(call.getArgOperand(0)), arguments);
  call.replaceAllUsesWith(builder.CreateSExt(failed, call.getType()));
  call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses NvptxLowerPrintf::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  llvm::Function* printf = module.getFunction("printf");
  if (printf == nullptr || !printf->isDeclaration()) return llvm::PreservedAnalyses::all();
  auto* pointer = llvm::PointerType::get(module.getContext(), 0);
  auto* integer = llvm::Type::getInt32Ty(module.getContext());
  const llvm::FunctionCallee vprintf = module.getOrInsertFunction("vprintf", integer, pointer, pointer);
  for (llvm::CallInst* call : calls_of(*printf)) lower_call(*call, vprintf);
  if (printf->use_empty()) printf->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
