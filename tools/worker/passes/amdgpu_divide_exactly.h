// Divides integers of at most 24 bits in 32 bits. LLVM 22 divides them by a reciprocal of float, and gets some wrong:
//   0xbf2758 / 0xbf2759            1: the reciprocal's error makes quotients of 23 and 24 bits too large (llvm 201186,
//                                  202753)
//   (char)-128 / (char)-1          -128: the quotient is extended from the operands' width (llvm 203436)
//   (uint)(short)-2 / 3u           computed as of -2 at -O0: sign bits count as zeros (llvm 196418)
// An operand of such a division goes through an empty assembly statement, behind which LLVM knows nothing of its bits:
//   %q = udiv i32 %x, %y           %hidden = call i32 asm "", "=v,0"(i32 %x)
//                                  %q = udiv i32 %hidden, %y
// Divisions by constants, and of numbers that cannot meet these cases, stay. At -O0 numbers of less than 32 bits are
// always divided in 32: LLVM crashes on a quotient and a remainder of the same two numbers of 16 bits ("Cannot select:
// i16,i16 = udivrem"). It goes when clc needs LLVM 23.
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
