// Loops whose counter might wrap around, as `int i` in `i < n; i += get_local_size(0)`: their iterations cannot be
// counted.
#pragma once

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class ScalarEvolution;
}  // namespace llvm

namespace clc::worker {

// Copies the loop, and chooses before it: where the counter cannot wrap around, `loop` runs, and its counter says so
// (nsw or nuw), else the copy. False: the loop is left alone, as it does not end with such a comparison.
//   br label %loop   becomes   br i1 %cannot.wrap, label %loop, label %loop.wrapping
bool version_wrapping_loop(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                           llvm::ScalarEvolution& evolution);

}  // namespace clc::worker
