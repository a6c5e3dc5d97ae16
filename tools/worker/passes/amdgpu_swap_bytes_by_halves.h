// Swaps the bytes of 64-bit integers by halves of 32 bits on AMD's chips with registers of 16 bits (`real-true16`).
//   %r = call i64 @llvm.bswap.i64(i64 %x)        %halves = bitcast i64 %x to <2 x i32>
//                                                %swapped = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %halves)
//                                                %exchanged = shufflevector %swapped, poison, <i32 1, i32 0>
//                                                %r = bitcast <2 x i32> %exchanged to i64
// LLVM 22 moves each half of such an integer through a register of 16 bits on these chips, which the optimiser happens
// to remove: without it, two bytes of four are lost. No public report is known.
// It goes when clc needs an LLVM that has mended it.
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
