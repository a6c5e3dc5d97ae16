// The memory that a dispatch sees: as weak as AMD's memory models allow (LLVM's AMDGPUUsage, "Memory Model" of gfx90a,
// gfx942, gfx10-gfx11 and gfx12).
//
// Each compute unit has a first cache that stays stale until it is invalidated, and a queue of stores and of atomic
// operations without result, which reach the next level in any order (but for the same line) until somebody waits.
// Below it lies
// - on gfx942 one L2 for two compute units, which keeps what was written until it is written back, and stays stale
//   until it is invalidated;
// - on gfx1100 a read-only cache (GL1) for two compute units;
// - on gfx90a and gfx1200 nothing but memory: gfx90a's only L2 is what all see.
// Atomic operations meet in memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "isa/chip.h"
#include "machine/address_space.h"
#include "machine/random.h"

namespace clc::emulator {

inline constexpr unsigned k_line_bytes = 64;
inline constexpr unsigned k_compute_units = 4, k_units_per_cluster = 2;

// How far an access goes past caches.
enum class Reach : std::uint8_t {
  k_unit,     // takes what the compute unit's cache has
  k_cluster,  // passes that: takes what GL1 or gfx942's L2 has
  k_memory,   // passes all
};

enum class AtomicOperation : std::uint8_t {
  k_swap,
  k_compare_swap,
  k_add,
  k_subtract,
  k_reverse_subtract,
  k_min_signed,
  k_min_unsigned,
  k_max_signed,
  k_max_unsigned,
  k_and,
  k_or,
  k_xor,
  k_increment,
  k_decrement,
  k_masked_or,
  k_conditional_subtract,
  k_clamped_subtract,
  k_add_float,
  k_min_float,
  k_max_float,
  k_add_halves,
  k_add_brain_halves,
};

struct Atomic {
  AtomicOperation operation{};
  std::uint8_t bytes = 4;  // 4 or 8
  std::uint64_t operand = 0, compare = 0;
};

// Returns what memory holds after the operation on `before`.
std::uint64_t apply(const Atomic& atomic, std::uint64_t before);
// Does it there, and returns what was before.
std::uint64_t apply_at(std::uint8_t* at, const Atomic& atomic);

// A bit for each byte of a line; and a copy of the bytes that have one.
std::uint64_t mask_of(unsigned first, unsigned count);
void merge_line(std::uint8_t* to, const std::uint8_t* from, std::uint64_t mask);

class OwnWrites;

class Caches {
 public:
  // Lines that leave them stay in `own`, where that is not null.
  Caches(Chip chip, AddressSpace& memory, Random& random, OwnWrites* own);
  ~Caches();

  // A new dispatch begins: every cache is invalid.
  void begin();
  // It has ended: everything is in memory.
  void end();

  // None of these crosses a line: see for_each_line. The addresses have been checked.
  void load(unsigned unit, std::uint64_t address, std::uint8_t* to, unsigned count, Reach reach);
  // A whole line as a load sees it; the bytes are there until the next access.
  const std::uint8_t* view(unsigned unit, std::uint64_t line, Reach reach);
  void store(unsigned unit, std::uint64_t address, const std::uint8_t* from, unsigned count, Reach reach);
  // Where stores to one line go, until the next access to another one.
  struct Writing {
    std::uint8_t* waiting = nullptr;
    std::uint64_t* mask = nullptr;
    std::uint8_t* cached = nullptr;  // null where the unit's cache has not the line

    void put(unsigned in_line, const std::uint8_t* from, unsigned count) const;
  };
  Writing write_to(unsigned unit, std::uint64_t line, Reach reach);
  std::uint64_t atomic(unsigned unit, std::uint64_t address, const Atomic& atomic);
  void queue_atomic(unsigned unit, std::uint64_t address, const Atomic& atomic);
  void scalar_load(unsigned unit, std::uint64_t address, std::uint8_t* to, unsigned count);

  // The stores to this line leave the compute unit.
  void drain(unsigned unit, std::uint64_t line);
  void drain_all(unsigned unit);
  // Sends to memory what the unit's cluster has written (gfx942).
  void write_back(unsigned unit);
  void invalidate_unit(unsigned unit);
  void invalidate_cluster(unsigned unit);
  void invalidate_scalar(unsigned unit);
  // Some of the stores that wait leave.
  void drift();

 private:
  struct Line;
  struct WaitingLine;
  struct Cache;
  struct Unit;

  std::uint8_t* host(std::uint64_t line) const;
  const std::uint8_t* memory_line(std::uint64_t line) const;
  void write_memory(std::uint64_t line, const std::uint8_t* bytes, std::uint64_t mask);
  void fill(std::uint64_t line, std::uint8_t* to, Cache& cluster);
  void fetch(unsigned unit, std::uint64_t line, std::uint8_t* to, Reach reach);
  void write_back_line(Line& line);
  void settle(unsigned unit, std::uint64_t line);
  void pass_on(unsigned unit, const WaitingLine& waiting);
  WaitingLine& waiting_line(unsigned unit, std::uint64_t line);
  Cache& cluster_of(unsigned unit) const { return *clusters_[unit / k_units_per_cluster]; }

  Chip chip_;
  AddressSpace& memory_;
  Random& random_;
  OwnWrites* own_;
  std::vector<std::unique_ptr<Unit>> units_;
  std::vector<std::unique_ptr<Cache>> clusters_;
};

// Calls `f(address, offset, count)` for the part of each line that [address, address + size) has.
template <class F>
void for_each_line(std::uint64_t address, unsigned size, F&& f) {
  for (unsigned offset = 0; offset < size;) {
    const auto in_line = static_cast<unsigned>((address + offset) % k_line_bytes);
    const unsigned count = size - offset < k_line_bytes - in_line ? size - offset : k_line_bytes - in_line;
    f(address + offset, offset, count);
    offset += count;
  }
}

}  // namespace clc::emulator
