// Loads that one vector load could do.
#pragma once

#include <vector>

#include <llvm/IR/Instructions.h>

#include "worker/insight/analysis/recorder.h"
#include "worker/insight/analysis/wave_access.h"

namespace clc::worker {

// Loads of one block and one size with nothing between them that may write or wait.
using LoadRun = std::vector<const llvm::LoadInst*>;

// Those that the compiler leaves apart where it does not know how they are aligned. Chips that do not mind have none.
std::vector<LoadRun> load_runs_in(const llvm::BasicBlock& block, const ChipMemory& chip);

struct AddressedLoad {
  const llvm::LoadInst* load = nullptr;
  LaneValue address;
  Space space = Space::k_global;
};

// One for each load of the run that others lie behind: with facts where they make a vector, and else without.
std::vector<VectorLoadEvent> vector_loads(const std::vector<AddressedLoad>& run, const Lanes& active, std::size_t items,
                                          const ChipMemory& chip, const LaneMath& math, KnownWaves& known);

}  // namespace clc::worker
