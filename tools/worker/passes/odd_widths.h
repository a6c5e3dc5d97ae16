// Integer widths that SPIR-V does not have: all but 1, 8, 16, 32 and 64 bits.
#pragma once

#include <llvm/IR/DerivedTypes.h>

namespace clc::worker {

inline bool has_odd_width(const llvm::Type* type) {
  const llvm::Type* scalar = type->getScalarType();
  if (!scalar->isIntegerTy()) return false;
  const unsigned width = scalar->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

}  // namespace clc::worker
