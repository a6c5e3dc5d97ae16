// Scalarizes vectors of integers and floats, down to 32 bits, in functions with long chains of `&`, `|` and `^` of
// uint2:
//   %m = and <2 x i32> %x, %z        %m.i0 = and i32 %x.i0, %z.i0
//                                    %m.i1 = and i32 %x.i1, %z.i1
// LLVM 22 looks through such chains on AMD's chips, which have instructions for them, once for each path from the end
// to the beginning: 48 rounds of a hash with majorities (x & z | y & (x | z)) take longer than a minute. No public
// report is known. It goes when clc needs an LLVM that has mended it. LLVM's scalarizer cannot be a line of the
// pipeline, as other functions keep their vectors.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuScalarizeLongChains : public RequiredPass<AmdgpuScalarizeLongChains> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
