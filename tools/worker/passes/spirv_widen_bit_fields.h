// Splits loads and stores of 3, 5, 6 or 7 bytes, by which Clang accesses neighbouring bit-fields at once, into accesses
// of integers that SPIR-V has, and widens arithmetic on them to 32 or 64 bits.
//   %fields = load i24, ptr %p
// becomes
//   %low = load i16, ptr %p
//   %high = load i8, ptr (%p + 2)
//   %fields = trunc i32 (zext %low | zext %high << 16) to i24
// The truncation is folded into the extensions that use it.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvWidenBitFields : public RequiredPass<SpirvWidenBitFields> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
