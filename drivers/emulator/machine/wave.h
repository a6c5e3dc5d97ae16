// Waves and groups while they run.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "isa/wave_state.h"
#include "machine/loaded_code.h"

namespace clc::emulator {

struct TexelRead;

// A memory instruction that was issued and whose end nobody has waited for. Registers get their new values when it is
// waited for; memory sees it at some time before.
struct PendingAccess {
  // Side by side what each access reads and writes.
  const DecodedInstruction* code = nullptr;
  std::uint64_t exec = 0;
  Work work{};
  bool is_performed = false;  // memory has seen it
  bool is_write = false;
  bool is_write_back = false;         // buffer_wbl2, global_wb
  unsigned waits = 0;                 // how many counters still count it
  std::uint64_t touched = 0;          // bits of a hash of the lines that it accesses
  std::vector<std::uint64_t> lines;   // that wait in the unit's queue
  std::shared_ptr<TexelRead> texels;  // of instructions that read texels
  std::uint64_t result_lanes = 0;     // of a permutation
  std::uint64_t data_undefined_lanes = 0, result_undefined_lanes = 0;
  std::uint32_t offset = 0, offset2 = 0;  // of both elements in local memory, to which each lane adds `local`
  Lanes local{};
  // Local memory has them where somebody looks at accesses: see MemoryUnit::find_lds_addresses.
  std::array<std::uint64_t, k_max_lanes> address{};
  std::array<std::uint64_t, k_max_lanes> address2{};  // of the second element
  std::array<std::uint8_t, k_max_lanes> space{};      // of FLAT: see Space
  std::array<Lanes, 4> data{};
  std::array<Lanes, 4> result{};  // of scalar loads the first sixteen of result[0]
  // Bits that were never set, in lanes that have some: see Undefined. A scalar load whose last dword lies past the
  // buffer has one such lane.
  std::array<Lanes, 4> data_undefined{}, result_undefined{};
};

// A line's bit in PendingAccess::touched.
inline std::uint64_t line_bit(std::uint64_t address) {
  return std::uint64_t{1} << (address / k_line_bytes % 64U);
}

template <class F>
void for_each_lane(std::uint64_t mask, F&& f) {
  for (; mask != 0; mask &= mask - 1U) f(static_cast<unsigned>(std::countr_zero(mask)));
}

// The accesses that one counter counts, the oldest first, side by side: MemoryUnit lets no more than 60 be under way.
class PendingQueue {
 public:
  bool empty() const { return begin_ == end_; }
  std::size_t size() const { return end_ - begin_; }
  PendingAccess* operator[](std::size_t at) const { return all_[begin_ + at]; }
  PendingAccess* const* begin() const { return all_.data() + begin_; }
  PendingAccess* const* end() const { return all_.data() + end_; }
  void push_back(PendingAccess* access) {
    if (end_ == all_.size()) {
      std::copy(begin(), end(), all_.begin());
      end_ -= begin_;
      begin_ = 0;
    }
    all_[end_++] = access;
  }
  void erase(std::size_t at) {
    std::copy_backward(begin(), begin() + at, all_.begin() + static_cast<std::ptrdiff_t>(begin_ + at + 1));
    ++begin_;
  }
  void clear() { begin_ = end_ = 0; }

 private:
  std::array<PendingAccess*, 128> all_;
  std::size_t begin_ = 0, end_ = 0;
};

struct Group;
struct WaveShadow;
struct WaveClock;
class LocalCells;

struct Wave {
  WaveState state;
  Group* group = nullptr;
  unsigned unit = 0, index = 0;
  std::uint64_t items = 0;            // EXEC at its begin
  unsigned item_count = 0;            // of its bits
  std::vector<std::uint8_t> scratch;  // scratch_bytes for each lane
  std::uint32_t scratch_bytes = 0;
  std::uint32_t scratch_offset = 0;  // gfx90a: of the wave's private memory in that of all
  std::array<PendingQueue, k_wait_counters> pending;
  std::uint64_t signalled = 0;     // the group's barrier phase when it arrived
  std::uint64_t sleeps_until = 0;  // the machine's turn
  bool has_arrived = false;        // there, and has not passed it
  bool is_waiting = false, is_ended = false;
  unsigned set_registers = 0;          // scalar registers that have a value when it begins
  std::shared_ptr<WaveShadow> shadow;  // where undefined values are looked for
  std::shared_ptr<WaveClock> clock;    // where races are
};

// How many lanes of EXEC are on.
inline unsigned active_lanes(const Wave& wave, std::uint64_t exec) {
  return exec == wave.items ? wave.item_count : static_cast<unsigned>(std::popcount(exec));
}

struct Group {
  std::array<std::uint32_t, 3> id{};
  std::vector<std::uint8_t> lds;
  std::vector<std::unique_ptr<Wave>> waves;
  unsigned alive = 0, arrived = 0;
  std::uint64_t phase = 0;
  unsigned place = 0;                       // the compute unit, or the pair of them, that it occupies
  std::uint64_t barrier_pc = 0;             // of the first wave that arrived, 0 before
  std::vector<std::uint8_t> lds_undefined;  // bits of `lds` that were never set, where these are looked for
  std::shared_ptr<LocalCells> cells;        // accesses to `lds`, where races are looked for
  // gfx90a: lines that its waves wrote before the barrier that they have reached, and before those that all have
  // passed.
  std::set<std::uint64_t> arriving_lines, passed_lines;
};

}  // namespace clc::emulator
