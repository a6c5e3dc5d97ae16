#include <algorithm>
#include <utility>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/PatternMatch.h>

#include "worker/insight/analysis/walker.h"

namespace clc::worker {
namespace {

const std::string k_iteration_name = "the iteration of the loop in line ";
constexpr std::uint64_t k_most_iterations = std::uint64_t{1}
                                            << 20;  // a loop with more iterations has an unknown number of them
constexpr std::uint64_t k_most_chosen = std::uint64_t{1} << 16;  // conditions choose from as many iterations

std::vector<const llvm::BasicBlock*> entries_of(const llvm::Loop& loop) {
  std::vector<const llvm::BasicBlock*> from;
  for (const llvm::BasicBlock* block : llvm::predecessors(loop.getHeader())) {
    if (!loop.contains(block)) from.push_back(block);
  }
  return from;
}

std::vector<const llvm::BasicBlock*> latches_of(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  return {latches.begin(), latches.end()};
}

std::string line_of(const llvm::Loop& loop) {
  const llvm::DebugLoc start = loop.getStartLoc();
  return std::to_string(start ? start.getLine() : place_of(*loop.getHeader()->getTerminator()).line);
}

}  // namespace

LaneValue Walker::value_in(SymbolId iteration, const Counter& counter) const {
  return math_.add(counter.start, math_.multiply(symbol_value(iteration, counter.start.width), counter.step));
}

// The edges on which work-items leave the loop: compilers add others that nothing takes.
Walker::Exits Walker::exits_of(const llvm::Loop& loop) const {
  Exits exits;
  loop.getExitEdges(exits);
  llvm::erase_if(exits, [&](const llvm::Loop::Edge& exit) {
    return edge(exit.first, exit.second) == nullptr || llvm::isa<llvm::UnreachableInst>(exit.second->getTerminator());
  });
  return exits;
}

// The blocks from which work-items leave the loop.
std::vector<llvm::BasicBlock*> Walker::ways_out_of(const llvm::Loop& loop) const {
  std::vector<llvm::BasicBlock*> from;
  for (const auto& [block, to] : exits_of(loop)) {
    if (!llvm::is_contained(from, block)) from.push_back(block);
  }
  return from;
}

// Null where there are several, or none.
const llvm::BasicBlock* Walker::way_out_of(const llvm::Loop& loop) const {
  const std::vector<llvm::BasicBlock*> all = ways_out_of(loop);
  return all.size() == 1 ? all.front() : nullptr;
}

void Walker::forget_edges(const llvm::Loop& loop, bool exits_too) {
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      if (exits_too || loop.contains(next)) edges_.erase({block, next});
    }
  }
}

// True where an unknown condition decides if an iteration is the last one.
bool Walker::is_left_in_doubt(const llvm::Loop& loop, const Mask& entry) const {
  const auto is_doubtful = [&](const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
    const Mask* mask = edge(from, to);
    return mask != nullptr && mask->doubts > entry.doubts;
  };
  const auto latches = latches_of(loop);
  return llvm::any_of(exits_of(loop), [&](const auto& exit) { return is_doubtful(exit.first, exit.second); }) ||
         llvm::any_of(latches, [&](const llvm::BasicBlock* latch) { return is_doubtful(latch, loop.getHeader()); });
}

void Walker::run_loop(const llvm::Loop& loop) {
  const bool is_reached = llvm::any_of(
      entries_of(loop), [&](const llvm::BasicBlock* from) { return edge(from, loop.getHeader()) != nullptr; });
  forget_edges(loop, true);
  if (!is_reached) return;
  const Mask entry = incoming(*loop.getHeader());
  const Recorder::Mark mark = walk_.recorder.mark();
  if (walk_.budget != 0 && try_iterations(loop, entry)) return;
  walk_.recorder.rollback(mark);
  forget_edges(loop, true);
  run_once(loop, entry);
}

bool Walker::try_iterations(const llvm::Loop& loop, const Mask& entry) {
  llvm::BasicBlock& header = *loop.getHeader();
  Mask current = entry;
  std::vector<const llvm::BasicBlock*> from = entries_of(loop);
  ++turning_;
  visits_[&loop] = ++walk_.visits;
  bool is_good = true;
  while (true) {
    masks_[&header] = current;
    set_phis(header, from);
    forget_edges(loop, false);
    run_blocks(&loop, current);
    is_good = walk_.incomplete.empty() && walk_.budget != 0 && !is_left_in_doubt(loop, entry);
    if (!is_good) break;
    from = latches_of(loop);
    std::vector<const Mask*> back;
    for (const llvm::BasicBlock* latch : from) {
      if (const Mask* mask = edge(latch, &header)) back.push_back(mask);
    }
    if (back.empty()) break;
    current = together(back);
  }
  --turning_;
  visits_.erase(&loop);
  return is_good;
}

std::vector<Walker::Counter> Walker::counters_of(const llvm::Loop& loop) {
  std::vector<Counter> counters;
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) {
    auto start = shape_.needed.contains(&phi) ? merged(phi, entries_of(loop)) : std::nullopt;
    if (!start) continue;
    Counter counter{&phi, start->front()};
    const llvm::Type& type = *phi.getType();
    if (!type.isIntegerTy() && !type.isPointerTy()) {
      const bool is_uniform = llvm::all_of(*start, [](const LaneValue& value) { return value.is_uniform(); });
      counter.kind = is_uniform ? Counter::Kind::k_uniform : Counter::Kind::k_dark;
    } else if (!counter.start.is_known) {
      counter.kind = Counter::Kind::k_dark;
    }
    counter.names = math_.names_of(counter.start);
    counters.push_back(std::move(counter));
  }
  return counters;
}

// Walks one iteration with the assumed kinds of the counters. Corrects each assumption that fails, and returns false
// then.
// With `iteration`, counters of known steps are counted by it, so that conditions choose iterations.
bool Walker::refine(const llvm::Loop& loop, const Mask& entry, std::vector<Counter>& counters,
                    std::optional<SymbolId> iteration) {
  const SymbolId first = iteration ? *iteration : math_.symbols().next();
  for (const Counter& counter : counters) {
    Elements value(values_[counter.phi].empty() ? 1 : values_[counter.phi].size(),
                   unknown(counter.start.width, counter.names));
    for (LaneValue& element : value) {
      if (counter.kind != Counter::Kind::k_dark) element = math_.fresh(counter.start.width, {});
      if (iteration && counter.is_settled) element = value_in(*iteration, counter);
    }
    values_[counter.phi] = std::move(value);
  }
  std::vector<LaneValue> before;
  for (const Counter& counter : counters) before.push_back(values_[counter.phi].front());
  forget_edges(loop, true);
  run_blocks(&loop, entry);
  bool is_settled = true;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    Counter& counter = counters[i];
    const auto after = merged(*counter.phi, latches_of(loop));
    if (counter.kind == Counter::Kind::k_dark || !after) continue;
    counter.names.merge(math_.names_of(after->front()));
    if (counter.kind == Counter::Kind::k_steps) {
      const LaneValue step = math_.subtract(after->front(), before[i]);
      const bool is_fixed = step.is_known && llvm::all_of(step.terms, [&](const auto& term) {
                              return llvm::all_of(term.first, [&](SymbolId id) { return id < first; });
                            });
      if (is_fixed) {
        counter.step = step;
        continue;
      }
      counter.kind = counter.start.is_uniform() ? Counter::Kind::k_uniform : Counter::Kind::k_dark;
      is_settled = false;
    } else if (llvm::any_of(*after, [](const LaneValue& value) { return !value.is_uniform(); })) {
      counter.kind = Counter::Kind::k_dark;
      is_settled = false;
    }
  }
  return is_settled;
}

// Finds how each counter changes.
void Walker::settle_counters(const llvm::Loop& loop, const Mask& entry, std::vector<Counter>& counters,
                             std::optional<SymbolId> iteration) {
  for (const Counter& counter : counters) values_[counter.phi] = *merged(*counter.phi, entries_of(loop));
  const std::size_t budget = std::exchange(walk_.budget, 0);
  ++walk_.muted;
  for (std::size_t tries = 0; tries <= 2 * counters.size() && walk_.incomplete.empty(); ++tries) {
    if (refine(loop, entry, counters, iteration)) break;
  }
  --walk_.muted;
  walk_.budget = budget;
}

// Gives the counters their values in an iteration whose number is a symbol.
void Walker::count_by(SymbolId iteration, const std::vector<Counter>& counters) {
  for (const Counter& counter : counters) {
    Elements value(std::max<std::size_t>(values_[counter.phi].size(), 1), unknown(counter.start.width, counter.names));
    for (LaneValue& element : value) {
      if (counter.kind == Counter::Kind::k_uniform) element = math_.fresh(counter.start.width, counter.names);
      if (counter.kind != Counter::Kind::k_steps) continue;
      element = value_in(iteration, counter);
    }
    values_[counter.phi] = std::move(value);
  }
}

SymbolId Walker::add_iteration(const llvm::Loop& loop) {
  Symbol number{{k_iteration_name + line_of(loop)}};
  number.least = 0;
  number.greatest = std::int64_t{1} << 31;
  return math_.symbols().add(number);
}

void Walker::walk_iteration(const llvm::Loop& loop, const Mask& entry, SymbolId iteration,
                            const std::vector<Counter>& counters) {
  count_by(iteration, counters);
  forget_edges(loop, true);
  run_blocks(&loop, entry);
}

// Not deep in loops whose counters are being settled.
bool Walker::is_chosen(SymbolId iteration, std::optional<std::uint64_t> iterations) const {
  return walk_.muted <= 1 && walk_.chosen.contains(iteration) && iterations && *iterations < k_most_chosen;
}

// Walks an iteration with the counters that an earlier walk through the loop has found. Returns false where they do not
// hold this time.
bool Walker::repeat_settled(const llvm::Loop& loop, const Mask& entry, std::vector<Counter>& counters,
                            SymbolId iteration) {
  const auto found = walk_.settled.find({&loop, walk_.muted <= 1});
  if (walk_.muted == 0 || found == walk_.settled.end()) return false;
  const SettledLoop known = found->second;
  if (known.counters.size() != counters.size()) return false;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    if (known.counters[i].phi != counters[i].phi) return false;
    counters[i].kind = std::max(counters[i].kind, known.counters[i].kind);
    counters[i].step = known.counters[i].step;
    counters[i].names.insert(known.counters[i].names.begin(), known.counters[i].names.end());
  }
  if (known.chosen) walk_.iterations[iteration] = static_cast<unsigned>(*known.chosen + 1);
  count_by(iteration, counters);
  std::vector<LaneValue> before;
  for (const Counter& counter : counters) before.push_back(values_[counter.phi].front());
  forget_edges(loop, true);
  run_blocks(&loop, entry);
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const auto after = merged(*counters[i].phi, latches_of(loop));
    if (counters[i].kind == Counter::Kind::k_dark || !after) continue;
    if (counters[i].kind == Counter::Kind::k_steps && !(math_.subtract(after->front(), before[i]) == counters[i].step))
      return false;
    const bool is_uniform = llvm::all_of(*after, [](const LaneValue& value) { return value.is_uniform(); });
    if (counters[i].kind == Counter::Kind::k_uniform && !is_uniform) return false;
  }
  const std::optional<std::uint64_t> iterations = iterations_of(loop, iteration);
  return is_chosen(iteration, iterations) ? known.chosen == iterations : !known.chosen;
}

// Finds how the counters change, and walks an iteration. Returns how often the loop goes back, where that is known.
std::optional<std::uint64_t> Walker::settle_and_walk(const llvm::Loop& loop, const Mask& entry,
                                                     std::vector<Counter>& counters, SymbolId& iteration) {
  if (walk_.muted == 0) walk_.settled.clear();  // loops may be better known now
  settle_counters(loop, entry, counters);
  iteration = add_iteration(loop);
  // Before a walk with all loops within, it has to be known whether conditions choose iterations.
  const bool looks_first = walk_.muted == 0 && !loop.getSubLoops().empty();
  const std::size_t budget = looks_first ? std::exchange(walk_.budget, 0) : walk_.budget;
  const Recorder::Mark mark = walk_.recorder.mark();
  if (looks_first) ++walk_.muted;
  walk_iteration(loop, entry, iteration, counters);
  if (looks_first) --walk_.muted;
  walk_.budget = looks_first ? budget : walk_.budget;
  std::optional<std::uint64_t> iterations = iterations_of(loop, iteration);
  const bool chooses = is_chosen(iteration, iterations);
  if (chooses) {
    walk_.iterations[iteration] = static_cast<unsigned>(*iterations + 1);
    walk_.recorder.rollback(mark);
    for (Counter& counter : counters) {
      counter.is_settled = counter.kind == Counter::Kind::k_steps;
      if (counter.start.is_known && counter.phi->getType()->isIntOrPtrTy()) counter.kind = Counter::Kind::k_steps;
    }
    settle_counters(loop, entry, counters, iteration);
  }
  if (chooses || looks_first) walk_iteration(loop, entry, iteration, counters);
  if (looks_first && !chooses) iterations = iterations_of(loop, iteration);
  if (walk_.muted != 0) walk_.settled[{&loop, walk_.muted <= 1}] = {counters, chooses ? iterations : std::nullopt};
  return iterations;
}

// Walks one iteration that stands for all: a counter that changes by even steps is start + iteration * step.
void Walker::run_once(const llvm::Loop& loop, const Mask& entry) {
  masks_[loop.getHeader()] = entry;
  const Recorder::Mark mark = walk_.recorder.mark();
  std::vector<Counter> counters = counters_of(loop);
  SymbolId iteration = add_iteration(loop);
  std::optional<std::uint64_t> iterations;
  if (repeat_settled(loop, entry, counters, iteration)) {
    iterations = iterations_of(loop, iteration);
  } else {
    counters = counters_of(loop);
    iterations = settle_and_walk(loop, entry, counters, iteration);
  }
  const llvm::BasicBlock* exiting = way_out_of(loop);
  const auto is_behind = [&](const llvm::Instruction& at) {
    return at.getParent() != exiting && shape_.dominators.dominates(exiting, at.getParent());
  };
  const auto is_countable = [&](const llvm::Instruction& at) {
    return iterations && exiting != nullptr && at.getFunction() == &function_;
  };
  walk_.recorder.repeat(mark, [&](const llvm::Instruction& at) -> std::optional<std::uint64_t> {
    if (!is_countable(at)) return std::nullopt;
    // Blocks behind the loop's exit run once less.
    return is_behind(at) ? *iterations : *iterations + 1;
  });
  if (walk_.purpose != WalkFor::k_accesses) repeat_effort(loop, iteration, iterations, mark.effort);
  walk_.recorder.each_work(mark, [&, decides = what_decides_iterations_of(loop)](WorkEvent& event) {
    if (!is_countable(*event.at)) {
      event.iterations.insert(decides.begin(), decides.end());
    } else if (is_behind(*event.at) && event.doubts != 0) {
      --event.doubts;  // the iteration in which the loop ends is known
    }
  });
  forget_iterations(loop, entry, iteration);
  settle(loop, entry, iteration, iterations);
}

// Multiplies the effort of one iteration. Where data may end the loop, at least one iteration begins.
void Walker::repeat_effort(const llvm::Loop& loop, SymbolId iteration, std::optional<std::uint64_t> iterations,
                           const EffortRecorder::Mark& mark) {
  const llvm::BasicBlock* exiting = way_out_of(loop);
  const std::optional<std::uint64_t> most = iterations ? iterations : last_iteration_of(loop, iteration, true);
  const std::optional<std::uint64_t> first = iterations ? iterations : last_iteration_of(loop, iteration, false);
  const std::uint64_t least = std::min(first.value_or(0), most.value_or(0));
  const auto times_of_block = [&](const llvm::Instruction& at) {
    BlockTimes times;
    const bool is_behind =
        exiting != nullptr && at.getParent() != exiting && shape_.dominators.dominates(exiting, at.getParent());
    // Blocks behind the loop's exit run once less.
    const std::uint64_t begun = is_behind ? 0 : 1;
    if (at.getFunction() != &function_) return times;
    times.least = least + begun;
    if (most) times.most = *most + begun;
    times.is_certain = is_behind && first.has_value();
    return times;
  };
  walk_.recorder.effort().repeat(mark, iteration, times_of_block, what_decides_iterations_of(loop));
  if (most && !first) {
    const Reasons decides = what_decides_iterations_of(loop);
    walk_.recorder.effort().add_open_loop("the loop in line " + line_of(loop) +
                                          " may end after any iteration, decided by " + llvm::join(decides, ", "));
  }
}

// Returns the reasons why the number of iterations is not known: names in the conditions of the loop's exits, but not
// the iteration.
Reasons Walker::what_decides_iterations_of(const llvm::Loop& loop) {
  Reasons names;
  const std::vector<llvm::BasicBlock*> exiting = ways_out_of(loop);
  for (const llvm::BasicBlock* block : exiting) {
    const auto* jump = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (jump == nullptr || !jump->isConditional()) continue;
    names.merge(math_.names_of(walk_.evaluator.scalar(*jump->getCondition(), values_)));
  }
  std::erase_if(names, [](const std::string& name) { return name.starts_with(k_iteration_name); });
  if (names.empty()) names.insert("how many iterations the loop in line " + line_of(loop) + " has");
  return names;
}

// Returns the iterations of a loop in which a condition holds that compares values which grow with them alone.
// The number of iterations is not known in the first walk, which notes that it is wanted.
std::optional<std::pair<SymbolId, llvm::BitVector>> Walker::iterations_with(const llvm::Value& condition) {
  using namespace llvm::PatternMatch;
  const llvm::Value *one = nullptr, *other = nullptr;
  const bool is_and = match(&condition, m_LogicalAnd(m_Value(one), m_Value(other)));
  if (is_and || match(&condition, m_LogicalOr(m_Value(one), m_Value(other)))) {
    for (const auto& [known, rest] : {std::pair(one, other), std::pair(other, one)}) {
      const LaneValue value = walk_.evaluator.scalar(*known, values_);
      if (value.is_number() && value.is_uniform() && (value.constant()[0] != 0) == is_and)
        return iterations_with(*rest);
    }
    auto all = iterations_with(*one);
    const auto more = iterations_with(*other);
    if (!all || !more || all->first != more->first) return std::nullopt;
    is_and ? all->second &= more->second : all->second |= more->second;
    return all;
  }
  const auto* test = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (test == nullptr || !test->getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
  const LaneValue a = walk_.evaluator.scalar(*test->getOperand(0), values_);
  const LaneValue b = walk_.evaluator.scalar(*test->getOperand(1), values_);
  std::set<SymbolId> symbols;
  for (const LaneValue* value : {&a, &b}) {
    if (!value->is_known || !value->is_uniform()) return std::nullopt;
    for (const auto& [monomial, factors] : value->terms) symbols.insert(monomial.begin(), monomial.end());
  }
  if (symbols.size() != 1) return std::nullopt;
  walk_.chosen.insert(*symbols.begin());
  const auto count = walk_.iterations.find(*symbols.begin());
  if (count == walk_.iterations.end()) return std::nullopt;
  llvm::BitVector holds(count->second);
  for (unsigned k = 0; k < count->second; ++k) {
    const auto at = [&](const LaneValue& value) {
      const auto bits = static_cast<std::uint64_t>(math_.substitute(value, count->first, k).constant()[0]);
      return llvm::APInt(value.width, bits, /*isSigned=*/true, /*implicitTrunc=*/true);
    };
    holds[k] = llvm::ICmpInst::compare(at(a), at(b), test->getPredicate());
  }
  return std::pair(count->first, std::move(holds));
}

// Sends to each side the iterations that take it; false where the condition depends on anything else.
bool Walker::branch_by_iteration(llvm::BranchInst& jump, const Mask& mask) {
  const llvm::BasicBlock* from = jump.getParent();
  const llvm::Loop* loop = shape_.loops.getLoopFor(from);
  for (const llvm::BasicBlock* to : jump.successors()) {
    if (loop == nullptr || !loop->contains(to) || loop->getHeader() == to) return false;
  }
  auto holds = iterations_with(*jump.getCondition());
  if (!holds) return false;
  for (const unsigned side : {0U, 1U}) {
    Mask taken = mask;
    const auto [all, is_new] = taken.iterations.try_emplace(holds->first, holds->second.size(), true);
    const unsigned before = all->second.count();
    if (side == 1) holds->second.flip();
    all->second &= holds->second;
    const unsigned left = all->second.count();
    if (left == 0) taken.on = 0;
    if (before != 0) taken.share *= static_cast<double>(left) / before;
    send(from, jump.getSuccessor(side), taken);
  }
  return true;
}

// Returns how often a loop with one way out goes back, where all work-items leave it in the same iteration.
std::optional<std::uint64_t> Walker::iterations_of(const llvm::Loop& loop, SymbolId iteration) {
  const llvm::BasicBlock* exiting = way_out_of(loop);
  const auto* jump = exiting == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
  const auto* test =
      jump == nullptr || !jump->isConditional() ? nullptr : llvm::dyn_cast<llvm::ICmpInst>(jump->getCondition());
  return test == nullptr ? std::nullopt
                         : iterations_until(*test, !loop.contains(jump->getSuccessor(0)), iteration, Lane::k_all);
}

// Returns how often the loop goes back until its first countable condition makes the last work-item leave it. Else how
// often it goes back for the work-item that leaves first; nothing where that depends on other conditions, too.
std::optional<std::uint64_t> Walker::last_iteration_of(const llvm::Loop& loop, SymbolId iteration, bool takes_most) {
  const std::vector<llvm::BasicBlock*> exiting = ways_out_of(loop);
  std::optional<std::uint64_t> least;
  for (const llvm::BasicBlock* block : exiting) {
    const auto* jump = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (jump == nullptr || !jump->isConditional()) {
      if (!takes_most) return std::nullopt;
      continue;
    }
    const bool leaves_when = !loop.contains(jump->getSuccessor(0));
    llvm::SmallVector<const llvm::Value*, 4> open{jump->getCondition()};
    while (!open.empty()) {
      const llvm::Value* condition = open.pop_back_val();
      const llvm::Value *one = nullptr, *other = nullptr;
      using namespace llvm::PatternMatch;
      const bool is_joined = leaves_when ? match(condition, m_LogicalOr(m_Value(one), m_Value(other)))
                                         : match(condition, m_LogicalAnd(m_Value(one), m_Value(other)));
      if (is_joined) {
        open.push_back(one);
        open.push_back(other);
        continue;
      }
      const auto* test = llvm::dyn_cast<llvm::ICmpInst>(condition);
      const auto iterations =
          test == nullptr ? std::nullopt
                          : iterations_until(*test, leaves_when, iteration, takes_most ? Lane::k_last : Lane::k_first);
      if (!iterations && !takes_most) return std::nullopt;
      if (iterations && (!least || *iterations < *least)) least = iterations;
    }
  }
  return least;
}

// Returns in which iteration the condition first makes work-items leave a loop: all of them together, or the first or
// the last one.
std::optional<std::uint64_t> Walker::iterations_until(const llvm::ICmpInst& test, bool leaves_when, SymbolId iteration,
                                                      Lane which) {
  const LaneValue a = walk_.evaluator.scalar(*test.getOperand(0), values_);
  const LaneValue b = walk_.evaluator.scalar(*test.getOperand(1), values_);
  const auto is_countable = [iteration](const LaneValue& value) {
    return value.is_known && llvm::all_of(value.terms, [iteration](const auto& term) {
             return term.first.empty() || term.first == Monomial{iteration};
           });
  };
  if (!is_countable(a) || !is_countable(b)) return std::nullopt;
  const auto factor = [iteration](const LaneValue& value) {
    const auto found = value.terms.find({iteration});
    return found == value.terms.end() ? Lanes(0) : found->second;
  };
  const auto iterations_of_lane = [&](std::size_t lane) -> std::optional<std::uint64_t> {
    const std::int64_t a0 = a.constant()[lane], a1 = factor(a)[lane], b0 = b.constant()[lane], b1 = factor(b)[lane];
    for (std::uint64_t k = 0; k < k_most_iterations; ++k) {
      const auto n = static_cast<std::int64_t>(k);
      const llvm::APInt x(a.width, static_cast<std::uint64_t>(a0 + a1 * n), false, true);
      const llvm::APInt y(a.width, static_cast<std::uint64_t>(b0 + b1 * n), false, true);
      if (llvm::ICmpInst::compare(x, y, test.getPredicate()) == leaves_when) return k;
    }
    return std::nullopt;
  };
  std::optional<std::uint64_t> first = iterations_of_lane(0);
  const bool is_same = a.is_uniform() && b.is_uniform();
  for (std::size_t lane = 1; !is_same && first && lane < walk_.items; ++lane) {
    const std::optional<std::uint64_t> other = iterations_of_lane(lane);
    if (other == first) continue;
    if (which == Lane::k_all || !other) return std::nullopt;
    first = which == Lane::k_last ? std::max(first, other) : std::min(first, other);
  }
  return first;
}

// Lets the iterations of a loop that lead to its ways out be no share of what follows: all who came leave it.
void Walker::forget_iterations(const llvm::Loop& loop, const Mask& entry, SymbolId iteration) {
  const Exits exits = exits_of(loop);
  double all = 0;
  for (const llvm::Loop::Edge& exit : exits) all += edge(exit.first, exit.second)->share;
  for (const llvm::Loop::Edge& exit : exits) {
    Mask& mask = edges_.find({exit.first, exit.second})->second;
    mask.iterations.erase(iteration);
    if (all > 0 && all < entry.share) mask.share *= entry.share / all;
  }
}

// Gives values that are used behind the loop their state in the last iteration. They are unknown if work-items leave
// the loop in different iterations.
void Walker::settle(const llvm::Loop& loop, const Mask& entry, SymbolId iteration,
                    std::optional<std::uint64_t> iterations) {
  llvm::SmallVector<llvm::Loop::Edge, 4> exits;
  loop.getExitEdges(exits);
  bool is_together = true;
  Reasons names;
  for (const llvm::Loop::Edge& exit : exits) {
    const Mask* mask = edge(exit.first, exit.second);
    if (mask == nullptr) continue;
    is_together = is_together && mask->lane_doubts <= entry.lane_doubts;
    names.insert(mask->names.begin(), mask->names.end());
  }
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto found = shape_.live_out.contains(&instruction) ? values_.find(&instruction) : values_.end();
      if (found == values_.end()) continue;
      for (LaneValue& value : found->second) {
        if (iterations) {
          value = math_.substitute(value, iteration, static_cast<std::int64_t>(*iterations));
        } else if (!is_together) {
          Reasons all = names;
          all.merge(math_.names_of(value));
          value = unknown(value.width, std::move(all));
        }
      }
    }
  }
}

}  // namespace clc::worker
