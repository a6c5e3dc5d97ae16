// Findings: what kernels do wrong, as data, for people who know their kernel and not this emulator.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "machine/fault.h"

namespace clc::emulator {

struct Launch;
struct Wave;

// An instruction, and the work-item for which it was executed.
struct FindingPlace {
  std::uint64_t pc = 0;
  std::uint64_t caller = 0;  // where it was called from, perhaps, for functions of a library, which have no lines
  std::string instruction;   // its name
  std::string source;        // "sum.cl:12", or "" without debugging information
  std::array<std::uint32_t, 3> group{};
  std::array<std::uint64_t, 3> local_id{}, global_id{};
  unsigned wave = 0;
  int lane = -1;  // -1: all of the wave, and the work-item is its first
};

struct Finding {
  FindingKind kind = FindingKind::k_not_emulated;
  std::string kernel, chip;
  std::uint64_t seed = 0;
  FindingPlace at;
  std::string message;   // what the work-item does: "reads 4 bytes at byte 16 of argument 0 'in', a buffer of 16 bytes"
  std::string expected;  // what it should do instead, or ""
  std::string object;    // "argument 0 'in', a buffer of 16 bytes", or ""
  bool has_other = false;
  FindingPlace other;  // of a race: the access before
  bool has_stopped = false;
  bool has_lines = false;   // the code has lines, though perhaps not here
  std::uint64_t count = 1;  // how often at these places

  std::string text() const;
  std::string json() const;  // one line
};

// The place where an instruction was executed: the wave of a group, and its lane; -1 is the whole wave.
struct ItemPlace {
  std::uint64_t pc = 0;
  std::array<std::uint32_t, 3> group{};
  unsigned wave = 0, lanes = 64;
  int lane = -1;
};
ItemPlace place_of(const Wave& wave, std::uint64_t pc, int lane);

// The findings of one launch.
class FindingLog {
 public:
  FindingLog();
  void begin(const Launch& launch, std::uint64_t seed);
  // The groups that it is for run beside others: whatever they find is NeedsOthers.
  void find_none() { finds_none_ = true; }

  // Each place and kind once; later ones are counted. Throws Stopped where this kind stops a launch.
  void add(const Wave& wave, int lane, FindingKind kind, const std::string& message, const std::string& expected,
           const std::string& object = "", const ItemPlace* other = nullptr);
  // A fault always stops.
  void add_fault(const Wave& wave, const Fault& fault);
  bool wants(FindingKind kind) const;  // CLC_EMULATOR_CHECK or CLC_EMULATOR_FAIL_ON names it
  bool has_seen(FindingKind kind, std::uint64_t pc, std::uint64_t other_pc);  // and counts it

  // Prints them, and appends them to the file that CLC_EMULATOR_REPORT names. Returns the last one's text.
  std::string report();

  // "argument 2 'out', " where that argument points to these bytes, else "".
  std::string argument_at(std::uint64_t begin, std::uint64_t size) const;
  // True where a load begins what a compiler makes of an atomic operation that the chip has not: a load, and a loop of
  // exchanges that compare with what was there. Nothing follows from what this load sees.
  bool begins_exchange(std::uint64_t pc) const;

 private:
  using Key = std::tuple<FindingKind, std::uint64_t, std::uint64_t>;
  FindingPlace place(const ItemPlace& item) const;
  void find_sources();
  Finding& append(const Wave& wave, int lane, FindingKind kind, const std::string& message, const std::string& expected,
                  const std::string& object);

  const Launch* launch_ = nullptr;
  std::uint64_t seed_ = 0;
  bool finds_none_ = false;
  std::uint32_t fails_on_ = 0, checks_ = 0;  // a bit for each kind
  std::vector<Finding> findings_;
  std::map<Key, std::size_t> index_;
  mutable std::map<std::uint64_t, bool> begins_exchange_;
};

}  // namespace clc::emulator
