// Clang reads and writes neighbouring bit-fields at once, in as many bytes as they take: 3, 5, 6 or 7. SPIR-V has no
// such integers. They are read and written by parts, and computed with in 32 or 64 bits. So
//   %fields = load i24, ptr %p
// becomes
//   %low = load i16, ptr %p
//   %high = load i8, ptr (%p + 2)
//   %fields = trunc i32 (zext %low | zext %high << 16) to i24
// whose truncation goes with the extensions behind it.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvWidenBitFields : public RequiredPass<SpirvWidenBitFields> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
