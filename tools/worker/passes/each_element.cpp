#include "worker/passes/each_element.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace clc::worker {

llvm::Value* by_elements(llvm::IRBuilder<>& builder, const llvm::Type* type, const Arguments& arguments,
                         llvm::function_ref<llvm::Value*(const Arguments&)> make) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return make(arguments);
  llvm::Value* result = nullptr;
  for (std::uint64_t i = 0; i < vector->getNumElements(); ++i) {
    Arguments elements;
    for (llvm::Value* argument : arguments) {
      elements.push_back(argument->getType()->isVectorTy() ? builder.CreateExtractElement(argument, i) : argument);
    }
    llvm::Value* element = make(elements);
    if (result == nullptr) result = llvm::PoisonValue::get(llvm::VectorType::get(element->getType(), vector));
    result = builder.CreateInsertElement(result, element, i);
  }
  return result;
}

std::vector<llvm::Value*> elements_in(llvm::IRBuilder<>& builder, llvm::Value* vector) {
  std::vector<llvm::Value*> elements;
  for (unsigned i = 0; i < llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements(); ++i) {
    elements.push_back(builder.CreateExtractElement(vector, i));
  }
  return elements;
}

}  // namespace clc::worker
