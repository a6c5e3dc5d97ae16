// Waits for memory, before barriers and fences in loops.
#pragma once

#include <map>

#include <llvm/CodeGen/MachineFunctionPass.h>

namespace clc::worker {

// A fence is a wait in AMD's code, which LLVM 22 leaves out where nothing is on its way. It looks at the blocks of a
// loop before it knows what they leave on its way for the next iteration, and a wait that is gone then does not come
// back (llvm 211684, open; 207883):
//
//   top:   s_waitcnt lgkmcnt(0)      left out: nothing is on its way from before the loop
//          s_barrier
//          …
//          ds_write_b32 v1, v2       which others read behind the barrier of the next iteration, or what was there
//          s_cbranch_scc1 top
//
// Here waits of loops become such that LLVM keeps. One for which nothing is on its way costs an instruction.
// It goes when clc needs an LLVM that has mended it.
class KeepWaitsOfLoops final : public llvm::MachineFunctionPass {
 public:
  KeepWaitsOfLoops() : llvm::MachineFunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override;
  bool runOnMachineFunction(llvm::MachineFunction& function) override;

 private:
  // The instruction that is kept, of one that LLVM may leave out, by their numbers; 0: it is no such wait.
  unsigned kept(unsigned instruction, const llvm::TargetInstrInfo& instructions);

  std::map<unsigned, unsigned> kept_;
};

}  // namespace clc::worker
