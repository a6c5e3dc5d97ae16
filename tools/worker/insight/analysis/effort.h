// The work of a group for the ports of a chip, and the longest chain of a wave: what a forecast of the time needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/BasicBlock.h>

#include "protocol/analysis.h"
#include "worker/insight/analysis/wave_access.h"

namespace clc::worker {

// The work of a wave in one pass through a block, without accesses, and the chain of its longest dependence.
struct BlockEffort {
  PortCounts work, chain;
};
BlockEffort effort_of(const llvm::BasicBlock& block);

// The shares of waves and of their lanes that reach a place behind conditions on data. One of many values is rare, and
// of two sides one is taken.
struct Likelihood {
  double of_wave = 1, of_lane = 1;

  void times(double waves, double lanes) {
    of_wave *= waves;
    of_lane *= lanes;
  }
  // The share of the cost of an access that takes `each` of a whole wave.
  double of_cost(double each) const { return std::min(std::max(of_wave, of_lane * each) / each, 1.0); }
};

// One pass of a group through a block.
struct BlockPass {
  const llvm::Instruction* at = nullptr;  // the terminator
  const BlockEffort* effort = nullptr;
  std::uint64_t waves = 0;
  unsigned doubts = 0;  // conditions on the way that are not known
  Likelihood likely;
  std::uint64_t times = 1;
};

// An access of a group to global memory, or to local memory.
struct AccessPass {
  const llvm::Instruction* at = nullptr;
  bool is_local = false, is_store = false, is_atomic = false;
  std::string pointer;                // the argument that it reads or writes; empty: not known
  EffortSum cost;                     // of the group
  std::uint64_t different_bytes = 0;  // of the segments that the group touches
  std::uint64_t asked_bytes = 0;
  // The bytes behind the pointer that all items and turns reach; nothing where that depends on what is not known.
  std::optional<std::pair<std::int64_t, std::int64_t>> reach;
  std::map<SymbolId, std::int64_t> steps;  // bytes from turn to turn of loops around it
  unsigned doubts = 0;
  std::uint64_t waves = 0;  // that take part
  Likelihood likely;
  std::uint64_t times = 1, places = 1;  // how often it happens, and at how many places
};

AccessPass access_pass(const llvm::Instruction& at, const LaneValue& address, const Lanes& active, std::size_t items,
                       const AccessShape& shape, const AccessCost& cost, const ChipMemory& chip, const LaneMath& math);

// Only which argument's bytes the group reaches.
AccessPass reach_pass(const llvm::Instruction& at, const LaneValue& address, const Lanes& active,
                      const AccessShape& shape, const LaneMath& math);

// Takes the passes of a walk and sums them.
class EffortRecorder {
 public:
  struct Mark {
    std::size_t blocks = 0, accesses = 0;
  };
  Mark mark() const { return {blocks_.size(), accesses_.size()}; }
  void rollback(const Mark& mark) {
    blocks_.resize(mark.blocks);
    accesses_.resize(mark.accesses);
  }
  void add(BlockPass pass);
  void add(AccessPass pass);
  // The turns of one loop stand for all. `times_of_block` is Recorder::repeat's; where it knows nothing, `decides`
  // tells why. `is_behind` says which blocks run only until the known last turn.
  template <class Times, class Behind>
  void repeat(const Mark& since, SymbolId turn, Times&& times_of_block, Behind&& is_behind, const Reasons& decides) {
    for (std::size_t i = since.blocks; i < blocks_.size(); ++i) {
      BlockPass& pass = blocks_[i];
      const std::optional<std::uint64_t> times = times_of_block(*pass.at);
      if (!times) depends_on_.insert(decides.begin(), decides.end());
      if (times && pass.doubts != 0 && is_behind(*pass.at)) --pass.doubts;
      pass.times *= times.value_or(1);
    }
    for (std::size_t i = since.accesses; i < accesses_.size(); ++i) {
      AccessPass& pass = accesses_[i];
      const std::optional<std::uint64_t> times = times_of_block(*pass.at);
      if (times && pass.doubts != 0 && is_behind(*pass.at)) --pass.doubts;
      stretch(pass, turn, times.value_or(1));
    }
  }

  // The parts of memory that were touched, by the argument that points to them.
  struct Touched {
    std::optional<std::pair<std::int64_t, std::int64_t>> reach;
    std::uint64_t bytes = 0;  // of different segments, at most
    std::uint64_t asked = 0;  // by items, each as often as it asks
    bool has_reach = true;
  };
  using Memory = std::map<std::pair<std::string, bool>, Touched>;  // the flag: it is written
  Memory memory() const;
  void finish(EffortFacts& facts) const;
  // The work of each line of the source.
  std::vector<LineEffort> lines() const;

 private:
  static void stretch(AccessPass& pass, SymbolId turn, std::uint64_t turns);

  std::vector<BlockPass> blocks_;
  std::vector<AccessPass> accesses_;
  Reasons depends_on_;
};

// Sets the bytes of the launch from what its first, its middle and its last group touch.
void set_launch_bytes(const std::vector<EffortRecorder::Memory>& groups, std::size_t middle, EffortFacts& facts);

}  // namespace clc::worker
