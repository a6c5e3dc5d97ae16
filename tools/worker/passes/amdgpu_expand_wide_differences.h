// Writes the absolute difference of unsigned longs, and of vectors of them, by a mask:
//   %c = icmp ugt i64 %x, %y                  %m = sext i1 %c to i64
//   %r = select i1 %c, i64 %x-y, i64 %y-x     %t = xor i64 %y-x, %m
//                                             %r = sub i64 %t, %m
// LLVM 22 makes one operation of the select, or of the greater number minus the smaller one, and expands it to the
// absolute value of the difference where the difference does not overflow as an unsigned number. As a signed one it may
// be negative: of 5 and -1 it is 6 instead of -6. No public report is known. 32 bits are right, since AMD's chips have
// a minimum and a maximum of them. The pass can go when clc needs an LLVM with a fix.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuExpandWideDifferences : public RequiredPass<AmdgpuExpandWideDifferences> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
