// Counts of a profiler, for each kernel, as JSON.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

#include "isa/instruction.h"
#include "machine/launch.h"

namespace clc::emulator {

inline constexpr unsigned k_work_kinds = static_cast<unsigned>(Work::k_unsupported) + 1;

// Counts of one instruction that accesses memory.
struct AccessCount {
  std::uint64_t executions = 0;    // by waves
  std::uint64_t active_lanes = 0;  // of these
  std::uint64_t bytes = 0;
  std::uint64_t transactions = 0;           // lines of global memory: see counted_line()
  std::uint64_t ideal_transactions = 0;     // if the same bytes lay side by side
  std::unordered_set<std::uint64_t> lines;  // different ones, of all the launch's waves
  std::uint64_t lds_passes = 0, lds_bank_conflicts = 0;
  bool is_strided = true;              // the distance from lane to lane is always the same,
  std::optional<std::int64_t> stride;  // this one; none where no two lanes were on
};

// Counts of one instruction that branches or that changes EXEC.
struct BranchCount {
  std::uint64_t executions = 0, taken = 0;  // of branches
  std::uint64_t splits = 0;                 // how often it left some of a wave's lanes on, and turned others off
};

struct Counters {
  std::uint64_t groups = 0, waves = 0, items = 0;
  std::uint64_t instructions[k_work_kinds] = {};  // by class, each wave's
  std::uint64_t lanes = 0, active_lanes = 0;      // of vector and vector memory instructions
  std::uint64_t divergent = 0;                    // of those, how many had some of the wave's items off
  std::uint64_t memory_bytes = 0;                 // that global, flat and buffer instructions asked for
  std::uint64_t memory_lines = 0;                 // lines that they touched
  std::uint64_t lds_bytes = 0;
  std::uint64_t lds_passes = 0;     // cycles of 32 banks
  std::uint64_t lds_conflicts = 0;  // of those, what conflicts between banks added
  std::uint64_t scratch_bytes = 0;
  // By the instruction's address.
  std::map<std::uint64_t, AccessCount> accesses;
  std::map<std::uint64_t, BranchCount> branches;
};

// Appends one line of JSON.
void write_counters(const std::string& path, const Launch& launch, std::uint64_t seed, const Counters& counters);

}  // namespace clc::emulator
