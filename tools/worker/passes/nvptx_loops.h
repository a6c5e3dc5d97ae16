// Unrolling of loops for NVIDIA's chips. More turns at once mean more loads on their way; ptxas unrolls little by
// itself.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Puts passes into the pipeline that `builder` will make. What is inlined in any case is so at the start, so that
// `i += get_local_size(0)` is known to be an addition in 32 bits before LLVM makes `i` a counter of 64. Innermost loops
// whose number of turns takes a division to compute, as that of this loop does, are unrolled: LLVM's own pass leaves
// them.
void add_loop_passes(llvm::PassBuilder& builder);

// Lets loops of one block jump back where their condition holds. The other way round LLVM's code generator ends such a
// loop by two jumps where the block that follows it is placed elsewhere at first, since it cannot turn round a
// condition of this target, and ptxas unrolls no loop that ends so.
void jump_back_where_true(llvm::Module& module);

}  // namespace clc::worker
