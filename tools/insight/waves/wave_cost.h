// The cost of one memory access of one wave, when the addresses of its lanes are known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "insight/waves/chip_memory.h"

namespace clc {

using LaneOffsets = std::vector<std::int64_t>;  // bytes, of the lanes that take part, in their order

// An access that a work-item makes at once.
struct LaneAccess {
  std::uint64_t bytes = 4;
  std::uint64_t alignment = 4;  // as the compiler knows it
  bool is_local = false;
  bool is_atomic = false;  // accesses to one word cannot be answered together
};

// Returns how many bytes of the access one instruction of the chip does.
std::uint64_t piece_bytes(const LaneAccess& access, const ChipMemory& chip);

// How many segments the accesses touch (quickest where the offsets go up), when the first byte lies `shift` behind the
// beginning of one.
std::uint64_t touched_segments(const LaneOffsets& offsets, std::int64_t bytes, std::int64_t segment,
                               std::int64_t shift);
// How many segments would hold as many bytes.
std::uint64_t ideal_segments(const LaneOffsets& offsets, std::int64_t bytes, std::int64_t segment);

// Lanes that local memory serves together when nothing conflicts: 32 of 4 bytes, 16 of 8, 8 of 16.
std::size_t lanes_of_phase(std::int64_t bytes, unsigned banks);
// Returns the same for accesses whose addresses are the best that there are.
std::size_t most_lanes_of_phase(std::int64_t bytes, const ChipMemory& chip);
// The most words of one bank that these lanes want. An atomic operation wants its word for itself.
std::uint64_t most_of_a_bank(const LaneOffsets& offsets, std::int64_t bytes, unsigned banks, bool is_atomic);

// Passes over local memory.
struct LocalPasses {
  std::uint64_t ideal = 0, passes = 0;
  std::uint64_t degree = 0;  // of the worst phase
};
LocalPasses local_passes(const LaneOffsets& offsets, std::int64_t bytes, const ChipMemory& chip, bool is_atomic);

// How the lanes' addresses lie to each other, over the waves that are added.
class AccessPattern {
 public:
  // `is_ideal`: the wave touches no more segments than it must.
  void add(const LaneOffsets& offsets, std::int64_t bytes, bool is_local, bool is_ideal);

  bool is_empty() const { return name_.empty(); }
  const std::string& name() const { return name_; }  // "broadcast", "coalesced", "strided", "permuted", "gather"
  std::int64_t stride() const { return stride_; }    // bytes, of a strided one

 private:
  std::string name_;
  std::int64_t stride_ = 0;
};

// `value` / `by`, rounded down.
std::int64_t floor_divide(std::int64_t value, std::int64_t by);

}  // namespace clc
