#include "worker/analyses/odd_widths.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

namespace clc::worker {

bool has_odd_width(const llvm::Type* type) {
  const llvm::Type* scalar = type->getScalarType();
  if (!scalar->isIntegerTy()) return false;
  const unsigned width = scalar->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

const llvm::Function* function_with_odd_widths(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool has_odd_operand = llvm::any_of(
          instruction.operands(), [](const llvm::Use& operand) { return has_odd_width(operand->getType()); });
      if (has_odd_width(instruction.getType()) || has_odd_operand) return &function;
    }
  }
  return nullptr;
}

}  // namespace clc::worker
