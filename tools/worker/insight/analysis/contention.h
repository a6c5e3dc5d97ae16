// Counts the atomic operations of a launch that meet on one place of global memory, where they wait for each other.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/IR/Instruction.h>

#include "worker/insight/analysis/effort.h"

namespace clc::worker {

// True where one operation of a wave stands for all that its work-items do to one address: ptxas and LLVM's
// AMDGPUAtomicOptimizer make it of atomic operations on integers.
bool can_be_joined(const llvm::Instruction& at);

// `choice`: the bytes among which data choose, 0 for any; nothing where the addresses are known.
Meetings meetings_of(const llvm::Instruction& at, const LaneValue& address, const std::optional<std::uint64_t>& choice,
                     const Lanes& active, std::size_t items, const ChipMemory& chip);

// Adds those of a pass.
void sum_meetings(const AccessPass& pass, EffortRecorder::Touched& touched);

// The bytes behind a pointer that the groups reach together; nothing where one of them may reach any.
using Reach = std::pair<std::int64_t, std::int64_t>;
std::optional<Reach> reach_of(const std::vector<EffortRecorder::Memory>& groups,
                              const EffortRecorder::Memory::key_type& key);

// Sets how many atomic operations of the launch meet on one place, from what its groups touch.
void set_contention(const std::vector<EffortRecorder::Memory>& groups, std::size_t middle, EffortFacts& facts);

}  // namespace clc::worker
