// Contractions in loops that each work-item leaves at its own time.
#pragma once

#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/analyses/divergence.h"

namespace clc::worker {

// True for a call of llvm.fmuladd, which says that a product and a sum may be contracted.
bool is_contraction(const llvm::Instruction& instruction);

// Moves contractions to the end of the turn before, where all of a loop are of numbers that one turn hands to the next:
// a processor then computes them while it finds out who goes on. Returns the calls at the ends of turns and before the
// loops.
std::vector<llvm::IntrinsicInst*> contract_in_turn_before(llvm::Function& function, const Divergence& divergence);

}  // namespace clc::worker
