// Divisions of small integers.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// LLVM 22 divides integers that have at most 24 bits by a reciprocal of float, and gets some of them wrong:
//
//   0xbf2758 / 0xbf2759            1: the reciprocal's error makes quotients of 23 and 24 bits too large (llvm 201186,
//                                  202753)
//   (char)-128 / (char)-1          -128: the quotient is extended from the operands' width (llvm 203436)
//   (uint)(short)-2 / 3u           computed as of -2 where nothing is optimised: sign bits count as zeros (llvm 196418)
//
// Here an operand of such divisions goes through an empty assembly statement, behind which LLVM knows nothing of its
// bits, and divides all 32. Divisions by constants, and of numbers that cannot meet these cases, stay. It goes when clc
// needs LLVM 23.
//
// Where nothing is optimised, numbers of less than 32 bits are always divided in 32: LLVM dies of a quotient and a
// remainder of the same two numbers of 16 bits ("Cannot select: i16,i16 = udivrem").
void divide_small_integers_exactly(llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace clc::worker
