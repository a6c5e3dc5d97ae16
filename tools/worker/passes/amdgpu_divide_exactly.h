// Stops LLVM 22 from lowering integer divisions of up to 24 bits to a float reciprocal, which gets some wrong:
//   0xbf2758 / 0xbf2759            1: the reciprocal's error makes quotients of 23 and 24 bits too large (llvm 201186,
//                                  202753)
//   (char)-128 / (char)-1          -128: the quotient is extended from the operands' width (llvm 203436)
//   (uint)(short)-2 / 3u           divided as -2 at -O0: sign bits count as leading zeros (llvm 196418)
// The numerator passes through an empty inline assembly, so that LLVM knows none of its bits and divides in 32 bits:
//   %q = udiv i32 %x, %y           %hidden = call i32 asm "", "=v,0"(i32 %x)
//                                  %q = udiv i32 %hidden, %y
// Divisions by constants, and ones whose operands cannot reach these cases, stay. At -O0 all divisions of fewer than 32
// bits are widened to 32, since LLVM crashes on a quotient and a remainder of the same two i16 ("Cannot select: i16,i16
// = udivrem"). LLVM 23.1.4 still has that of -128 / -1 at -O0 (bench/next-llvm); for the others the
// pass can go.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuDivideExactly : public RequiredPass<AmdgpuDivideExactly> {
 public:
  explicit AmdgpuDivideExactly(const llvm::TargetMachine& machine) : machine_(machine) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const llvm::TargetMachine& machine_;
};

}  // namespace clc::worker
