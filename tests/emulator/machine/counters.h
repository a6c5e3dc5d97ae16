// What a profiler counts, for each kernel, as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "isa/instruction.h"

namespace clc::emulator {

inline constexpr unsigned k_work_kinds = static_cast<unsigned>(Work::k_unsupported) + 1;

struct Counters {
  std::uint64_t groups = 0, waves = 0, items = 0;
  std::uint64_t instructions[k_work_kinds] = {};  // by class, each wave's
  std::uint64_t lanes = 0, active_lanes = 0;      // of vector and vector memory instructions
  std::uint64_t divergent = 0;                    // of those, how many had some of the wave's items off
  std::uint64_t memory_bytes = 0;                 // that global, flat and buffer instructions asked for
  std::uint64_t memory_lines = 0;                 // 64-byte lines that they touched
  std::uint64_t lds_bytes = 0;
  std::uint64_t lds_passes = 0;     // cycles of 32 banks
  std::uint64_t lds_conflicts = 0;  // of those, what conflicts between banks added
  std::uint64_t scratch_bytes = 0;
};

// Appends one line of JSON.
void write_counters(const std::string& path, const std::string& chip, const std::string& kernel, std::uint64_t seed,
                    const Counters& counters);

}  // namespace clc::emulator
