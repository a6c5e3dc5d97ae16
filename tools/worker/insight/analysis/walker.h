// Walks through a kernel with all work-items of a group at once: through every block with the work-items that reach it.
// A loop whose conditions are known is walked iteration by iteration. In any other loop one iteration stands for all,
// and its number is a symbol.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>

#include "worker/insight/analysis/evaluator.h"
#include "worker/insight/analysis/function_shape.h"
#include "worker/insight/analysis/recorder.h"

namespace clc::worker {

// The work-items that reach a place.
struct Mask {
  Lanes on = 1;              // 1 for the work-items that reach the place, 0 for others
  unsigned doubts = 0;       // number of unknown conditions on the way; they are assumed to hold
  unsigned lane_doubts = 0;  // number of these conditions that differ between work-items
  Likelihood likely;         // how often the place is reached, as far as data tell it
  // The iterations that reach the place, of loops of which conditions let only some through, and their share.
  std::map<SymbolId, llvm::BitVector> iterations;
  double share = 1;
  Reasons names;                             // reasons why the conditions are unknown
  Reasons assumes;                           // names of the conditions that differ between work-items
  const llvm::Instruction* split = nullptr;  // the last branch that left out work-items, or may have

  bool is_empty() const { return on.is_zero(); }
  bool is_full() const { return on == Lanes(1); }
};

enum class WalkFor {
  k_accesses,  // the costs of accesses, branches and barriers
  k_effort,    // what a forecast of the time needs
  k_reach,     // only which bytes of global memory the group reaches
};

// The way in which a phi of a loop's header changes from iteration to iteration.
struct LoopCounter {
  enum class Kind { k_steps, k_uniform, k_dark };  // each leaves more open than the one before
  const llvm::PHINode* phi;
  LaneValue start;
  Kind kind = Kind::k_steps;
  LaneValue step = {};
  Reasons names = {};
  bool is_settled = false;  // its steps are known before conditions choose iterations
};

// The counters of a loop as they were found, and its iterations where conditions choose from them.
struct SettledLoop {
  std::vector<LoopCounter> counters;
  std::optional<std::uint64_t> chosen;
};

// State that all functions of a kernel share.
struct Walk {
  Evaluator& evaluator;
  Recorder& recorder;
  const ChipMemory& chip;
  FunctionShapes& shapes;
  WalkFor purpose;
  std::size_t items;
  unsigned muted = 0;        // > 0: nothing is recorded
  std::size_t budget = 0;    // instructions that may still be walked iteration by iteration
  std::size_t limit = 0;     // instructions that may still be walked at all
  unsigned depth = 0;        // calls around the current function
  std::uint64_t visits = 0;  // number of the last visit of a loop that was walked iteration by iteration
  KnownWaves known = {};
  std::map<SymbolId, unsigned> iterations = {};                 // how many a loop has, of which conditions choose
  std::set<SymbolId> chosen = {};                               // the loops whose iterations conditions choose from
  std::map<const llvm::BasicBlock*, BlockEffort> efforts = {};  // of the blocks that were walked
  // Loops within one whose counters are being settled, which walks through them again and again; true: where conditions
  // choose iterations. Without them each loop around would multiply the work.
  std::map<std::pair<const llvm::Loop*, bool>, SettledLoop> settled = {};
  std::string incomplete = {};  // why the walk ended early; empty: it did not
};

class Walker {
 public:
  Walker(Walk& walk, llvm::Function& function);

  // Walks through the function with these values of its arguments, and returns its result.
  Elements run(Environment values, const Mask& mask);

 private:
  using Edge = std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>;
  using Counter = LoopCounter;

  void run_blocks(const llvm::Loop* loop, const Mask& at_header);
  void run_block(llvm::BasicBlock& block, const Mask& mask);
  void run_instruction(llvm::Instruction& instruction, const Mask& mask);
  void run_call(llvm::CallBase& call, const Mask& mask);
  void run_terminator(llvm::Instruction& terminator, const Mask& mask);
  void branch(llvm::BranchInst& branch, const Mask& mask);
  bool branch_by_iteration(llvm::BranchInst& jump, const Mask& mask);
  std::optional<std::pair<SymbolId, llvm::BitVector>> iterations_with(const llvm::Value& condition);
  void set_likelihoods(const llvm::BranchInst& jump, bool is_uniform, Mask& yes, Mask& no);
  void choose(llvm::SwitchInst& choice, const Mask& mask);
  void record_accesses(const llvm::Instruction& at, const Mask& mask);
  void record_access(const llvm::Instruction& at, const MemoryAccess& access, const Mask& mask);
  Space space_of(const llvm::Value& pointer, const LaneValue& address) const;
  void record_branch(const llvm::Instruction& at, const LaneValue& condition, const Mask& mask);
  void record_neighbours(const llvm::BasicBlock& block, const Mask& mask);
  void record_barrier(const llvm::Instruction& at, const Mask& mask);
  void record_operations(const llvm::BasicBlock& block, const Mask& mask);
  void record_effort(const llvm::BasicBlock& block, const Mask& mask);
  void record_effort(const llvm::Instruction& at, const LaneValue& address, const AccessShape& shape, const Mask& mask);

  Mask incoming(const llvm::BasicBlock& block) const;
  Mask together(const std::vector<const Mask*>& masks) const;
  std::optional<Elements> merged(const llvm::PHINode& phi, const std::vector<const llvm::BasicBlock*>& from) const;
  void set_phis(llvm::BasicBlock& block, const std::vector<const llvm::BasicBlock*>& from);
  void assign(const llvm::Instruction& at, Elements value, const Mask& mask);
  const Mask* edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;
  void send(const llvm::BasicBlock* from, const llvm::BasicBlock* to, const Mask& mask);

  void run_loop(const llvm::Loop& loop);
  bool try_iterations(const llvm::Loop& loop, const Mask& entry);
  void run_once(const llvm::Loop& loop, const Mask& entry);
  SymbolId add_iteration(const llvm::Loop& loop);
  void walk_iteration(const llvm::Loop& loop, const Mask& entry, SymbolId iteration,
                      const std::vector<Counter>& counters);
  bool is_chosen(SymbolId iteration, std::optional<std::uint64_t> iterations) const;
  bool repeat_settled(const llvm::Loop& loop, const Mask& entry, std::vector<Counter>& counters, SymbolId iteration);
  std::optional<std::uint64_t> settle_and_walk(const llvm::Loop& loop, const Mask& entry,
                                               std::vector<Counter>& counters, SymbolId& iteration);
  void forget_edges(const llvm::Loop& loop, bool exits_too);
  using Exits = llvm::SmallVector<llvm::Loop::Edge, 4>;
  Exits exits_of(const llvm::Loop& loop) const;
  std::vector<llvm::BasicBlock*> ways_out_of(const llvm::Loop& loop) const;
  const llvm::BasicBlock* way_out_of(const llvm::Loop& loop) const;
  bool is_left_in_doubt(const llvm::Loop& loop, const Mask& entry) const;

  std::vector<Counter> counters_of(const llvm::Loop& loop);
  LaneValue value_in(SymbolId iteration, const Counter& counter) const;
  bool refine(const llvm::Loop& loop, const Mask& entry, std::vector<Counter>& counters,
              std::optional<SymbolId> iteration = std::nullopt);
  void settle_counters(const llvm::Loop& loop, const Mask& entry, std::vector<Counter>& counters,
                       std::optional<SymbolId> iteration = std::nullopt);
  void count_by(SymbolId iteration, const std::vector<Counter>& counters);
  std::optional<std::uint64_t> iterations_of(const llvm::Loop& loop, SymbolId iteration);
  std::optional<std::uint64_t> last_iteration_of(const llvm::Loop& loop, SymbolId iteration, bool takes_most);
  enum class Lane { k_all, k_first, k_last };
  std::optional<std::uint64_t> iterations_until(const llvm::ICmpInst& test, bool leaves_when, SymbolId iteration,
                                                Lane which);
  void repeat_effort(const llvm::Loop& loop, SymbolId iteration, std::optional<std::uint64_t> iterations,
                     const EffortRecorder::Mark& mark);
  Reasons what_decides_iterations_of(const llvm::Loop& loop);
  void forget_iterations(const llvm::Loop& loop, const Mask& entry, SymbolId iteration);
  void settle(const llvm::Loop& loop, const Mask& entry, SymbolId iteration, std::optional<std::uint64_t> iterations);

  Walk& walk_;
  LaneMath& math_;
  llvm::Function& function_;
  const FunctionShape& shape_;
  Environment values_;
  llvm::DenseMap<Edge, Mask> edges_;
  llvm::DenseMap<const llvm::BasicBlock*, Mask> masks_;
  llvm::DenseMap<const llvm::Loop*, std::uint64_t> visits_;  // number of the current visit of each loop
  unsigned turning_ = 0;  // number of loops around this place that are walked iteration by iteration
  std::optional<Elements> returned_;
};

}  // namespace clc::worker
