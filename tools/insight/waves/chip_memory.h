// Describes how a chip groups the accesses of a wave.
#pragma once

#include <cstdint>
#include <optional>

#include "clc/package/target.h"

namespace clc {

constexpr std::int64_t k_bank_bytes = 4;  // bytes of a word of local memory

// The numbers of docs/accesses.md, "What is counted".
struct ChipMemory {
  unsigned wave = 32;             // lanes
  unsigned segment = 32;          // bytes of a transaction with global memory
  unsigned banks = 32;            // banks of local memory
  unsigned widest_access = 16;    // bytes of one work-item in one instruction
  bool splits_unaligned = false;  // an access of less alignment than size becomes several
  // Local memory serves twice as many lanes of 8 or 16 bytes together where each reads what its neighbour, or the one
  // after that, reads, and nothing conflicts: counted on an H200 (tests/insight/counters.py).
  bool serves_neighbours = false;
  // The compiler makes one atomic operation of those of a wave on one address: LLVM's AMDGPUAtomicOptimizer.
  bool joins_atomics = false;
};

// Returns the memory of a target's chip; nothing for targets that name no chip, such as SPIR-V. `wave` is the size for
// which the code is compiled, on chips that have two.
std::optional<ChipMemory> chip_memory(const Target& target, unsigned wave);

}  // namespace clc
