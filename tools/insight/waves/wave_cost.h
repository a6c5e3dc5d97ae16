// Computes the cost of one memory access of one wave, when the addresses of its lanes are known.
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
  std::uint64_t alignment = 4;  // alignment that the compiler knows
  bool is_local = false;
  bool is_atomic = false;  // several accesses to one word take iterations
};

// Returns the number of bytes of the access that one instruction of the chip moves.
std::uint64_t piece_bytes(const LaneAccess& access, const ChipMemory& chip);

// The number of segments that the accesses touch when offset 0 lies `shift` bytes behind the beginning of a segment.
// Sorted offsets are the fastest.
std::uint64_t touched_segments(const LaneOffsets& offsets, std::int64_t bytes, std::int64_t segment,
                               std::int64_t shift);
// The fewest segments that could hold as many bytes.
std::uint64_t ideal_segments(const LaneOffsets& offsets, std::int64_t bytes, std::int64_t segment);

// The number of lanes that local memory serves together if nothing conflicts: 32 of 4 bytes, 16 of 8, 8 of 16.
std::size_t lanes_of_phase(std::int64_t bytes, unsigned banks);
// The same number for the best addresses that lanes can have.
std::size_t most_lanes_of_phase(std::int64_t bytes, const ChipMemory& chip);
// The most words of one bank that these lanes access. Atomic operations on one word count separately.
std::uint64_t most_of_a_bank(const LaneOffsets& offsets, std::int64_t bytes, unsigned banks, bool is_atomic);

// The passes over local memory that one access takes.
struct LocalPasses {
  std::uint64_t ideal = 0, passes = 0;
  std::uint64_t degree = 0;  // passes of the worst phase
};
// `lanes`: the numbers of the lanes in their wave. Which of them are served together does not depend on the others.
LocalPasses local_passes(const LaneOffsets& offsets, const std::vector<unsigned>& lanes, std::int64_t bytes,
                         const ChipMemory& chip, bool is_atomic);

// Names the pattern of the lanes' addresses, in all waves that are added.
class AccessPattern {
 public:
  // `is_ideal`: the wave touches no more segments than it must.
  void add(const LaneOffsets& offsets, std::int64_t bytes, bool is_local, bool is_ideal);

  bool is_empty() const { return name_.empty(); }
  const std::string& name() const { return name_; }  // "broadcast", "coalesced", "strided", "permuted", "gather"
  std::int64_t stride() const { return stride_; }    // distance in bytes, if the pattern is "strided"

 private:
  std::string name_;
  std::int64_t stride_ = 0;
};

// `value` / `by`, rounded down.
std::int64_t floor_divide(std::int64_t value, std::int64_t by);

}  // namespace clc
