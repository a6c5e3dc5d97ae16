// Scalarizes vectors of integers and floats, to no less than 32 bits, in functions with many `&`, `|` and `^` of uint2
// in one block:
//   %m = and <2 x i32> %x, %z        %m.i0 = and i32 %x.i0, %z.i0
//                                    %m.i1 = and i32 %x.i1, %z.i1
// LLVM 22 matches such chains to AMD's instructions for them, and walks a chain once per path through it: 48 rounds of
// a hash with majorities (x & z | y & (x | z)) take longer than a minute. No public report is known. The pass can go
// when clc needs an LLVM with a fix. The pipeline cannot name LLVM's scalarizer itself, since other functions keep
// their vectors.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuScalarizeLongChains : public RequiredPass<AmdgpuScalarizeLongChains> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
