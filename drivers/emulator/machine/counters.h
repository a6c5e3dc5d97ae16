// Counts of a profiler, for each kernel, as JSON.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "isa/instruction.h"
#include "machine/launch.h"

namespace clc::emulator {

inline constexpr unsigned k_work_kinds = static_cast<unsigned>(Work::k_unsupported) + 1;

// Numbers of lines, each once.
class LineSet {
 public:
  void insert(std::uint64_t line) {
    if (line == last_) return;
    last_ = line;
    if (places_.size() < (count_ + 1) * 2) grow();
    if (put(line)) ++count_;
  }
  void insert(const LineSet& other);
  std::size_t size() const { return count_; }

 private:
  static constexpr std::uint64_t k_nothing = ~std::uint64_t{0};
  bool put(std::uint64_t line);
  void grow();

  std::vector<std::uint64_t> places_;  // a power of two of them, at most half full
  std::size_t count_ = 0;
  std::uint64_t last_ = k_nothing;
};

// Counts of one instruction that accesses memory.
struct AccessCount {
  std::uint64_t executions = 0;    // by waves
  std::uint64_t active_lanes = 0;  // of these
  std::uint64_t bytes = 0;
  std::uint64_t transactions = 0;        // lines of global memory: see counted_line()
  std::uint64_t ideal_transactions = 0;  // if the same bytes lay side by side
  LineSet lines;                         // different ones, of all the launch's waves
  std::uint64_t lds_passes = 0, lds_bank_conflicts = 0;
  bool is_strided = true;              // the distance from lane to lane is always the same,
  std::optional<std::int64_t> stride;  // this one; none where no two lanes were on

  void add(const AccessCount& other);
};

// Counts of one instruction that branches or that changes EXEC.
struct BranchCount {
  std::uint64_t executions = 0, taken = 0;  // of branches
  std::uint64_t splits = 0;                 // how often it left some of a wave's lanes on, and turned others off

  void add(const BranchCount& other);
};

struct Counters {
  bool is_asked = false;  // without it, instructions are counted, and nothing else
  unsigned parts = 1;     // how many parts of the launch ran side by side
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
  std::uint64_t launch = 0;  // another number for each, by which instructions know whether they have found their counts

  // Adds counts of other groups of the launch.
  void add(const Counters& other);
  AccessCount& access(const DecodedInstruction& code) {
    if (code.counted_launch != launch) find(code);
    return *code.access_count;
  }
  BranchCount& branch(const DecodedInstruction& code) {
    if (code.counted_launch != launch) find(code);
    if (code.branch_count == nullptr) code.branch_count = &branches[code.instruction.pc];
    return *code.branch_count;
  }

 private:
  void find(const DecodedInstruction& code);
};

// Appends one line of JSON.
void write_counters(const std::string& path, const Launch& launch, std::uint64_t seed, const Counters& counters);

}  // namespace clc::emulator
