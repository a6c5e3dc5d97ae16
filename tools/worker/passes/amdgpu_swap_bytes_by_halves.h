// Splits a bswap of i64 into one of two i32, on chips with 16-bit registers (`real-true16`):
//   %r = call i64 @llvm.bswap.i64(i64 %x)        %halves = bitcast i64 %x to <2 x i32>
//                                                %swapped = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %halves)
//                                                %exchanged = shufflevector %swapped, poison, <i32 1, i32 0>
//                                                %r = bitcast <2 x i32> %exchanged to i64
// LLVM 22 copies each half of a 64-bit bswap through a 16-bit register on these chips, and loses two bytes of four
// unless the optimiser happens to remove the copy. No public report is known. The pass can go when clc needs an LLVM
// with a fix.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuSwapBytesByHalves : public RequiredPass<AmdgpuSwapBytesByHalves> {
 public:
  explicit AmdgpuSwapBytesByHalves(const llvm::TargetMachine& machine) : machine_(machine) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const llvm::TargetMachine& machine_;
};

}  // namespace clc::worker
