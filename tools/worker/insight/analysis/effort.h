// The work of a group for the ports of a chip, and the longest chain of a wave: what a forecast of the time needs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/BasicBlock.h>
#include <llvm/Support/MathExtras.h>

#include "protocol/analysis.h"
#include "worker/insight/analysis/wave_access.h"

namespace clc::worker {

// The work of a wave in one pass through a block, without accesses, and the chain of its longest dependence.
struct BlockEffort {
  PortCounts work, chain;
  std::uint64_t sums = 0;  // EffortFacts::sums
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

// How often something happens in the loops around it: at least, and at most.
struct Times {
  std::uint64_t least = 1, most = 1;
};

// The iterations of a loop for one of its blocks.
struct BlockTimes {
  std::uint64_t least = 1;
  std::optional<std::uint64_t> most;  // nothing where it is not known
  bool is_certain = false;            // only the known last iteration decides whether the block is reached
};

// One pass of a group through a block.
struct BlockPass {
  const llvm::Instruction* at = nullptr;  // the terminator
  const BlockEffort* effort = nullptr;
  std::uint64_t waves = 0;
  unsigned doubts = 0;               // conditions on the way that are not known
  const Reasons* doubted = nullptr;  // reasons for them
  Likelihood likely;
  double share = 1;  // of the iterations of the loops around it, which conditions choose
  Times times;
};

// How often the waves of a group meet on 32 bytes of global memory by one atomic operation.
struct Meetings {
  struct Count {
    std::uint64_t joined = 0;  // the work-items of a wave that share an address count once, where they can be joined
    std::uint64_t each = 0;    // each work-item by itself
  };
  std::map<std::int64_t, Count> at;  // by the place behind the pointer, in units of 32 bytes
  Count all;
  std::optional<std::uint64_t> choices;  // data choose among so many units, 0: any; nothing where places are known
};

// An access of a group to global memory, or to local memory.
struct AccessPass {
  const llvm::Instruction* at = nullptr;
  bool is_local = false, is_store = false, is_atomic = false;
  std::string pointer;                // the argument that it reads or writes; empty: not known
  EffortSum cost;                     // of the group
  std::uint64_t bytes = 0;            // of an item
  std::uint64_t different_bytes = 0;  // of the segments that the group touches
  std::uint64_t asked_bytes = 0;
  std::uint64_t worst_passes = 0;    // over local memory, if all data choose one address
  std::optional<Meetings> meetings;  // of an atomic operation on global memory
  // The bytes behind the pointer that all items and iterations reach; nothing where that depends on what is not known.
  std::optional<std::pair<std::int64_t, std::int64_t>> reach;
  std::map<SymbolId, std::int64_t> steps;  // bytes from iteration to iteration of loops around it
  unsigned doubts = 0;
  const Reasons* doubted = nullptr;
  std::uint64_t waves = 0;  // that take part
  Likelihood likely;
  double share = 1;  // of the iterations of the loops around it, which conditions choose
  Times times;
  std::uint64_t places = 1;              // at how many places it happens
  std::vector<LaneOffsets> stored = {};  // bytes from the pointer and its symbols on that waves write; empty: not known
};

AccessPass access_pass(const llvm::Instruction& at, const LaneValue& address, const Lanes& active, std::size_t items,
                       const AccessShape& shape, const AccessCost& cost, const ChipMemory& chip, const LaneMath& math);

// Only which argument's bytes the group reaches, and where its atomic operations meet.
AccessPass reach_pass(const llvm::Instruction& at, const LaneValue& address, const Lanes& active, std::size_t items,
                      const AccessShape& shape, const ChipMemory& chip, const LaneMath& math);

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
  // One iteration of a loop stands for all. `times_of_block` returns BlockTimes; where it knows no most, `decides`
  // tells why.
  template <class F>
  void repeat(const Mark& since, SymbolId iteration, F&& times_of_block, const Reasons& decides) {
    const auto multiply = [](Times& times, const BlockTimes& by) {
      times.least = llvm::SaturatingMultiply(times.least, by.least);
      times.most = llvm::SaturatingMultiply(times.most, by.most.value_or(1));
    };
    for (std::size_t i = since.blocks; i < blocks_.size(); ++i) {
      BlockPass& pass = blocks_[i];
      const BlockTimes times = times_of_block(*pass.at);
      if (!times.most) depends_on_.insert(decides.begin(), decides.end());
      if (times.is_certain && pass.doubts != 0) --pass.doubts;
      multiply(pass.times, times);
    }
    for (std::size_t i = since.accesses; i < accesses_.size(); ++i) {
      AccessPass& pass = accesses_[i];
      const BlockTimes times = times_of_block(*pass.at);
      if (times.is_certain && pass.doubts != 0) --pass.doubts;
      multiply(pass.times, times);
      stretch(pass, iteration, times.most.value_or(1));
    }
  }

  // Keeps reasons for passes to point to: many have the same.
  const Reasons* keep(const Reasons& reasons) { return &*reasons_.insert(reasons).first; }
  void add_open_loop(std::string text) { open_loops_.insert(std::move(text)); }

  // The parts of memory that were touched, by the argument that points to them.
  struct Touched {
    std::optional<std::pair<std::int64_t, std::int64_t>> reach;
    std::uint64_t bytes = 0;  // of different segments, at most
    std::uint64_t least = 0;  // the same without what depends on a condition that is not known
    std::uint64_t asked = 0;  // by items, each as often as it asks
    bool has_reach = true;
    // Atomic operations: in places that stay as they are in all iterations, and of them all.
    struct Sum {
      double least = 0, usual = 0, most = 0;
    };
    std::map<std::int64_t, Sum> meetings;
    Sum all_meetings, chosen;  // the second: where data choose the place
  };
  using Memory = std::map<std::pair<std::string, bool>, Touched>;  // the flag: it is written
  Memory memory() const;
  void finish(EffortFacts& facts) const;
  // The work of each line of the source, and the iterations of its loops.
  std::vector<LineEffort> lines() const;
  std::vector<LoopEffort> loops() const;

 private:
  static void stretch(AccessPass& pass, SymbolId iteration, std::uint64_t iterations);
  void join_stores(AccessPass& pass);

  std::vector<BlockPass> blocks_;
  std::vector<AccessPass> accesses_;
  Reasons depends_on_, open_loops_;
  std::set<Reasons> reasons_;
};

// Sets the bytes of the launch from what its first, its middle and its last group touch.
void set_launch_bytes(const std::vector<EffortRecorder::Memory>& groups, std::size_t middle, EffortFacts& facts);
// How many of `places` are hit on average where each lane chooses one.
std::uint64_t expected_places(std::uint64_t lanes, double places);

}  // namespace clc::worker
