// Data races: two accesses of different work-items to the same bytes, one of them a write, not both of them atomic, and
// nothing that orders them.
//
// Order is taken from the machine code: barriers order the waves of a group; a release (a write-back on gfx942,
// stores that were waited for on the others) before an atomic operation or a store, and an acquire (an invalidation)
// after an access that meets it, order waves of all groups. A wave's own instructions are in order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "machine/address_space.h"
#include "machine/finding.h"
#include "machine/wave.h"

namespace clc::emulator {

// Epochs by a wave's number: accesses up to this epoch of it have happened before.
using Known = std::map<std::uint32_t, std::uint32_t>;

// The knowledge of a wave when it released; whoever acquires it knows that much, too.
struct Released {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> mates;  // the waves of its group and their epochs
  std::shared_ptr<const Known> others;
};

// The knowledge of one wave.
struct WaveClock {
  std::uint32_t number = 0;  // of the wave, in this launch
  std::uint32_t epoch = 1, arrived = 0;
  std::vector<std::uint32_t> mates;          // of the waves of its group, by index
  std::shared_ptr<const Known> others;       // of waves of other groups, or null
  std::shared_ptr<const Released> released;  // what an atomic operation of it passes on, or null
  std::shared_ptr<const Released> to_group;  // the same, to waves of its group
  std::vector<std::uint64_t> met;            // addresses whose news the next invalidation brings
  std::set<std::uint64_t> acquired;          // those of invalidations before, as words
  bool has_news = true;                      // since `to_group`
};

// An access that is remembered.
struct RememberedAccess {
  std::uint32_t wave = 0, epoch = 0;
  std::uint32_t instance = 0;  // of the instruction's execution; 0: nothing is remembered
  std::uint32_t value = 0;     // of a write
  std::uint64_t pc = 0;
  std::uint8_t lane = 0, bytes = 0;  // a bit for each byte of the word
  bool is_write = false, is_atomic = false, may_be_atomic = false, is_uniform = false;
};

// The accesses to one word of memory.
struct RaceCell {
  std::array<RememberedAccess, 4> accesses;
};

class LocalCells {
 public:
  explicit LocalCells(std::size_t bytes) : cells_((bytes + 3) / 4) {}
  RaceCell& at(std::uint64_t word) { return cells_[word]; }

 private:
  std::vector<RaceCell> cells_;
};

class Races {
 public:
  Races(Chip chip, FindingLog& log, const AddressSpace& memory) : chip_(chip), log_(log), memory_(memory) {}
  void begin();
  void start_group(Group& group);

  // An instruction that accesses global or local memory, when it is issued.
  void access(Wave& wave, const PendingAccess& access);
  // A load straight to local memory writes there: when the wave waits for it, or ends.
  void arrive_in_local(Wave& wave, const PendingAccess& access);
  void read_scalar(Wave& wave, const Instruction& instruction, std::uint64_t address, unsigned bytes);
  // A lane of a load, or of an atomic operation that returns a value, gets it.
  void meet(Wave& wave, const PendingAccess& access, unsigned lane);

  void write_back(Wave& wave);  // gfx942
  void invalidate(Wave& wave);
  void arrive(Wave& wave);
  void pass_barrier(Group& group);

 private:
  struct Item {
    std::uint32_t group = 0;
    std::array<std::uint32_t, 3> group_id{};
    unsigned index = 0, lanes = 64;
  };
  struct One;
  static constexpr unsigned k_page_words = 1024;
  using Page = std::array<RaceCell, k_page_words>;

  void access_lane(Wave& wave, const PendingAccess& access, unsigned lane, std::uint64_t address, unsigned element,
                   bool is_local, bool is_write);
  void access_word(Wave& wave, RaceCell& cell, const One& one);
  bool is_race(const Wave& wave, const RememberedAccess& before, const One& one) const;
  bool is_known(const Wave& wave, const RememberedAccess& before) const;
  void report(Wave& wave, const RememberedAccess& before, const One& one);
  void remember(const Wave& wave, RaceCell& cell, const One& one);
  void pass_on(Wave& wave, std::uint64_t address);
  void acquire(Wave& wave, std::uint64_t address);
  static std::shared_ptr<const Released> release(Wave& wave);
  static void share_released(const Group& group);
  bool passes_on(const Wave& wave, const Instruction& instruction, const MemoryAction& action) const;
  bool is_atomic(const Instruction& instruction, const MemoryAction& action) const;
  RaceCell& cell_at(std::uint64_t address);

  Chip chip_;
  FindingLog& log_;
  const AddressSpace& memory_;
  std::vector<Item> waves_;  // by number
  std::uint32_t groups_ = 0, instance_ = 0;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = 0;
  Page* last_page_ = nullptr;
  struct PassedOn {
    std::uint32_t wave = 0;
    std::shared_ptr<const Released> to_all, to_group;
  };
  std::unordered_map<std::uint64_t, std::vector<PassedOn>> passed_on_;  // by address
};

}  // namespace clc::emulator
