#include "worker/passes/spirv_split_wide_builtins.h"

#include <string>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "worker/analyses/memory_calls.h"
#include "worker/analyses/operations.h"

namespace clc::worker {
namespace {

bool is_wide(const llvm::Value* value, unsigned register_bits) {
  const llvm::Type& type = *value->getType();
  const std::uint64_t elements = elements_of(type);
  return (elements == 4 || elements == 8 || elements == 16) && type.getPrimitiveSizeInBits() > register_bits;
}

// The first wide vector among the operands that a builtin or a conversion gets, or null.
const llvm::Value* wide_operand(const llvm::Instruction& instruction, unsigned register_bits) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr && (!llvm::isa<llvm::CastInst>(instruction) || llvm::isa<llvm::BitCastInst>(instruction)))
    return nullptr;
  const auto found =
      llvm::find_if(instruction.operands(), [&](const llvm::Use& use) { return is_wide(use, register_bits); });
  return found == instruction.op_end() ? nullptr : found->get();
}

// True for intrinsics of one type, and for builtins, whose elements depend only on those of the same number.
bool is_elementwise(const llvm::CallInst& call, std::uint64_t elements) {
  const llvm::Type* result = call.getType();
  if (const llvm::Intrinsic::ID id = call.getIntrinsicID(); id != llvm::Intrinsic::not_intrinsic) {
    return llvm::isTriviallyScalarizable(id, nullptr) && llvm::all_of(call.args(), [&](const llvm::Use& argument) {
             return argument->getType() == result || argument->getType()->isIntegerTy(1);
           });
  }
  const std::string builtin = called_builtin(call);
  const llvm::StringRef name = builtin;
  const bool is_store = name.starts_with("vstore");
  const bool is_geometric = name == "cross" || name.ends_with("normalize");
  return !name.empty() && !name.starts_with("__") && !name.contains("block") && !is_geometric &&
         (is_store ? result->isVoidTy() : elements_of(*result) == elements) &&
         llvm::all_of(call.args(), [&](const llvm::Use& argument) {
           return !argument->getType()->isVectorTy() || elements_of(*argument->getType()) == elements;
         });
}

void replace_all(std::string& text, const std::string& old, const std::string& replacement) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size()))
    text.replace(at, old.size(), replacement);
}

// The mangled name of the builtin of half as many elements: `_Z6vstore8...Dv8_f...` for `_Z8vstore16...Dv16_f...`.
std::string name_of_half(llvm::StringRef mangled, std::uint64_t elements) {
  llvm::StringRef rest = mangled.drop_front(2);
  unsigned length = 0;
  rest.consumeInteger(10, length);
  std::string name = rest.take_front(length).str(), types = rest.drop_front(length).str();
  const std::string count = std::to_string(elements), half = std::to_string(elements / 2);
  if (name.starts_with("convert_") || name.starts_with("vstore")) replace_all(name, count, half);
  replace_all(types, "Dv" + count + "_", "Dv" + half + "_");
  return "_Z" + std::to_string(name.size()) + name + types;
}

llvm::Type* half_of(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::VectorType>(type);
  return vector == nullptr ? type : llvm::VectorType::getHalfElementsVectorType(vector);
}

// Splits one operation; `half` is 0 or 1.
class Splitter {
 public:
  explicit Splitter(llvm::Instruction& instruction, std::uint64_t elements)
      : instruction_(instruction), elements_(elements), builder_(&instruction) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) builder_.setFastMathFlags(instruction.getFastMathFlags());
  }

  // Returns the operations on halves.
  std::vector<llvm::Instruction*> split() {
    std::vector<llvm::Value*> halves;
    for (const unsigned half : {0U, 1U}) {
      const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction_);
      halves.push_back(cast == nullptr ? call_half(llvm::cast<llvm::CallInst>(instruction_), half)
                                       : builder_.CreateCast(cast->getOpcode(), vector_half(cast->getOperand(0), half),
                                                             half_of(cast->getType())));
    }
    if (!instruction_.getType()->isVoidTy())
      instruction_.replaceAllUsesWith(llvm::concatenateVectors(builder_, halves));
    instruction_.eraseFromParent();
    std::vector<llvm::Instruction*> result;
    for (llvm::Value* half : halves) {
      if (auto* made = llvm::dyn_cast<llvm::Instruction>(half)) result.push_back(made);
    }
    return result;
  }

 private:
  llvm::Value* vector_half(llvm::Value* vector, unsigned half) {
    const auto count = static_cast<unsigned>(elements_ / 2);
    return builder_.CreateShuffleVector(vector, llvm::createSequentialMask(half * count, count, 0));
  }

  // The half of an argument. `vstoren` gets a number of vectors, others a pointer to a second result.
  llvm::Value* argument_half(const llvm::CallInst& call, unsigned number, unsigned half) {
    llvm::Value* argument = call.getArgOperand(number);
    const llvm::Type* type = argument->getType();
    if (type->isVectorTy()) return vector_half(argument, half);
    if (call.getType()->isVoidTy()) {
      if (number != 1) return argument;
      return builder_.CreateAdd(builder_.CreateShl(argument, 1), llvm::ConstantInt::get(argument->getType(), half));
    }
    if (!type->isPointerTy() || half == 0) return argument;
    const std::string name = called_builtin(call);
    const bool is_of_int = name == "frexp" || name == "lgamma_r" || name == "remquo";
    llvm::Type* element = is_of_int ? builder_.getInt32Ty() : call.getType()->getScalarType();
    return builder_.CreateConstInBoundsGEP1_64(element, argument, elements_ / 2);
  }

  llvm::Value* call_half(const llvm::CallInst& call, unsigned half) {
    std::vector<llvm::Value*> arguments;
    std::vector<llvm::Type*> types;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      arguments.push_back(argument_half(call, i, half));
      types.push_back(arguments.back()->getType());
    }
    llvm::Module& module = *instruction_.getModule();
    const llvm::Function& callee = *call.getCalledFunction();
    llvm::Type* type = half_of(call.getType());
    if (callee.isIntrinsic()) {
      return builder_.CreateCall(llvm::Intrinsic::getOrInsertDeclaration(&module, callee.getIntrinsicID(), {type}),
                                 arguments);
    }
    const auto attributes = llvm::AttributeList().addFnAttributes(
        module.getContext(), {module.getContext(), callee.getAttributes().getFnAttrs()});
    llvm::FunctionCallee other =
        module.getOrInsertFunction(name_of_half(callee.getName(), elements_),
                                   llvm::FunctionType::get(type, types, /*isVarArg=*/false), attributes);
    llvm::CallInst* result = builder_.CreateCall(other, arguments);
    result->setCallingConv(callee.getCallingConv());
    if (auto* function = llvm::dyn_cast<llvm::Function>(other.getCallee()))
      function->setCallingConv(callee.getCallingConv());
    return result;
  }

  llvm::Instruction& instruction_;
  std::uint64_t elements_;
  llvm::IRBuilder<> builder_;
};

// Picks the elements of `shuffle` and `shuffle2` one by one. Their masks have no bits but those that count.
void pick_elements(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* mask = call.getArgOperand(call.arg_size() - 1);
  llvm::Type* type = mask->getType()->getScalarType();
  const std::uint64_t elements = elements_of(*call.getArgOperand(0)->getType());
  llvm::Value* last = llvm::ConstantInt::get(type, elements - 1);
  llvm::Value* result = llvm::PoisonValue::get(call.getType());
  for (std::uint64_t i = 0; i < elements_of(*call.getType()); ++i) {
    llvm::Value* number = builder.CreateExtractElement(mask, i);
    llvm::Value* at = builder.CreateAnd(number, last);
    llvm::Value* element = builder.CreateExtractElement(call.getArgOperand(0), at);
    if (call.arg_size() == 3) {
      llvm::Value* other = builder.CreateExtractElement(call.getArgOperand(1), at);
      element = builder.CreateSelect(builder.CreateICmpULE(number, last), element, other);
    }
    result = builder.CreateInsertElement(result, element, i);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SpirvSplitWideBuiltins::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<llvm::Instruction*> operations;
  for (llvm::Instruction& instruction : llvm::instructions(function)) operations.push_back(&instruction);
  while (!operations.empty()) {
    llvm::Instruction& operation = *operations.back();
    operations.pop_back();
    const llvm::Value* wide = wide_operand(operation, register_bits_);
    if (wide == nullptr) continue;
    const std::uint64_t elements = elements_of(*wide->getType());
    auto* call = llvm::dyn_cast<llvm::CallInst>(&operation);
    if (call != nullptr && llvm::StringRef(called_builtin(*call)).starts_with("shuffle")) {
      pick_elements(*call);
    } else if (call == nullptr || is_elementwise(*call, elements)) {
      for (llvm::Instruction* half : Splitter(operation, elements).split()) operations.push_back(half);
    }
  }
  return blocks_preserved();
}

}  // namespace clc::worker
