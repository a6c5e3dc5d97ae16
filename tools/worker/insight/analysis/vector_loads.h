// Finds loads that one vector load could do.
#pragma once

#include <vector>

#include <llvm/IR/Instructions.h>

#include "worker/insight/analysis/recorder.h"
#include "worker/insight/analysis/wave_access.h"

namespace clc::worker {

// Loads of one block and one size with nothing between them that may write or wait.
using LoadRun = std::vector<const llvm::LoadInst*>;

// Returns the runs of two or more loads, on chips that split unaligned accesses. There the compiler does not join loads
// whose alignment it does not know.
std::vector<LoadRun> load_runs_in(const llvm::BasicBlock& block, const ChipMemory& chip);

struct AddressedLoad {
  const llvm::LoadInst* load = nullptr;
  LaneValue address;
  Space space = Space::k_global;
};

// Returns an event with facts for each vector that loads of the run make, and one without facts for each other load.
std::vector<VectorLoadEvent> vector_loads(const std::vector<AddressedLoad>& run, const Lanes& active, std::size_t items,
                                          const ChipMemory& chip, const LaneMath& math, KnownWaves& known);

}  // namespace clc::worker
