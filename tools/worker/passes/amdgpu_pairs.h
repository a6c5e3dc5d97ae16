// Pairs of integers.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// LLVM 22 looks through chains of `&`, `|` and `^` of uint2 on AMD's chips, which have instructions for them, once for
// each way from the end to the beginning: 48 rounds of a hash with majorities (x & z | y & (x | z)) take longer than a
// minute. In functions with long chains vectors of integers and floats are scalarized before, down to 32 bits:
//
//   %m = and <2 x i32> %x, %z        %x.i0 = extractelement <2 x i32> %x, i64 0
//                                    %m.i0 = and i32 %x.i0, %z.i0            and so on
void scalarize_long_chains(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker
