#include "worker/insight/analysis/walker.h"

#include <cmath>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ProfDataUtils.h>

#include "worker/insight/analysis/contention.h"

namespace clc::worker {
namespace {

constexpr unsigned k_deepest_call = 16;
constexpr double k_share_of_all = 0.9;

Lanes both(const Lanes& a, const Lanes& b) {
  return Lanes::combine(a, b, [](std::int64_t x, std::int64_t y) { return std::int64_t{x != 0 && y != 0}; });
}

Lanes either(const Lanes& a, const Lanes& b) {
  return Lanes::combine(a, b, [](std::int64_t x, std::int64_t y) { return std::int64_t{x != 0 || y != 0}; });
}

Lanes inverse(const Lanes& a) {
  return a.map([](std::int64_t x) { return std::int64_t{x == 0}; });
}

// 1 for the first `count` of each wave.
Lanes first_lanes(unsigned count, std::size_t wave, std::size_t items) {
  std::vector<std::int64_t> lanes(items);
  for (std::size_t i = 0; i < items; ++i) lanes[i] = std::int64_t{i % wave < count};
  return Lanes(std::move(lanes));
}

std::int64_t count(const Lanes& lanes, std::size_t from, std::size_t until) {
  std::int64_t sum = 0;
  for (std::size_t lane = from; lane < until; ++lane) sum += lanes[lane];
  return sum;
}

// A condition that is not known, as the code says that it nearly always is.
LaneValue expected(const llvm::BranchInst& jump, LaneValue condition) {
  constexpr std::uint64_t k_often = 1000;
  std::uint64_t yes = 0;
  std::uint64_t no = 0;
  if (condition.is_number() || !llvm::extractBranchWeights(jump, yes, no)) return condition;
  if (yes / k_often >= std::max<std::uint64_t>(no, 1)) return number(-1, 1);
  return no / k_often >= std::max<std::uint64_t>(yes, 1) ? number(0, 1) : condition;
}

std::string condition_text(const llvm::Instruction& at) {
  const CodePlace place = place_of(at);
  return place.line == 0 ? "a condition" : "the condition in line " + std::to_string(place.line);
}

bool is_barrier(llvm::StringRef name) {
  return name.starts_with("llvm.nvvm.barrier.cta.sync") || name == "llvm.nvvm.barrier0" ||
         name.starts_with("llvm.amdgcn.s.barrier") || name == "llvm.r600.group.barrier";
}

bool is_skipped(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::DbgInfoIntrinsic, llvm::AssumeInst, llvm::LifetimeIntrinsic, llvm::NoAliasScopeDeclInst>(
      instruction);
}

}  // namespace

Walker::Walker(Walk& walk, llvm::Function& function)
    : walk_(walk),
      math_(walk.evaluator.math()),
      function_(function),
      shape_(shape_of(function, walk.chip, walk.shapes)) {}

Elements Walker::run(Environment values, const Mask& mask) {
  const unsigned width = walk_.evaluator.width_of(*function_.getReturnType());
  if (!shape_.is_reducible) {
    walk_.incomplete = "the control flow of " + function_.getName().str() + " has loops with several entries";
    return {unknown(width, {"a loop with several entries"})};
  }
  values_ = std::move(values);
  run_blocks(nullptr, mask);
  if (returned_) return *std::move(returned_);
  return {unknown(width, {"what " + function_.getName().str() + " returns"})};
}

const Mask* Walker::edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
  const auto found = edges_.find({from, to});
  return found == edges_.end() || found->second.is_empty() ? nullptr : &found->second;
}

// Joins the masks of an edge that is taken more than once: work-items may leave a loop in different iterations.
void Walker::send(const llvm::BasicBlock* from, const llvm::BasicBlock* to, const Mask& mask) {
  const auto [at, is_new] = edges_.try_emplace({from, to}, mask);
  if (!is_new) at->second = together({&at->second, &mask});
}

Mask Walker::together(const std::vector<const Mask*>& masks) const {
  Mask all;
  all.on = 0;
  all.likely = {0, 0};
  all.share = 0;
  if (!masks.empty()) all.iterations = masks.front()->iterations;
  for (const Mask* mask : masks) {
    all.share = std::min(all.share + mask->share, 1.0);
    std::erase_if(all.iterations, [&](const auto& one) { return !mask->iterations.contains(one.first); });
    for (auto& [loop, iterations] : all.iterations) iterations |= mask->iterations.at(loop);
    all.likely.of_wave = std::min(all.likely.of_wave + mask->likely.of_wave, 1.0);
    all.likely.of_lane = std::min(all.likely.of_lane + mask->likely.of_lane, 1.0);
    all.on = either(all.on, mask->on);
    all.doubts = std::max(all.doubts, mask->doubts);
    all.lane_doubts = std::max(all.lane_doubts, mask->lane_doubts);
    all.names.insert(mask->names.begin(), mask->names.end());
    all.assumes.insert(mask->assumes.begin(), mask->assumes.end());
    if (mask->split != nullptr) all.split = mask->split;
  }
  return all;
}

// The work-items that come by the edges. If every way from an earlier block leads here, they are those of that block.
Mask Walker::incoming(const llvm::BasicBlock& block) const {
  std::vector<const Mask*> masks;
  for (const llvm::BasicBlock* from : llvm::predecessors(&block)) {
    if (const Mask* mask = edge(from, &block)) masks.push_back(mask);
  }
  if (masks.empty()) return together({});
  const llvm::Loop* loop = shape_.loops.getLoopFor(&block);
  if (loop != nullptr && loop->getHeader() == &block) loop = loop->getParentLoop();  // entered from outside
  const auto* above = shape_.dominators.getNode(&block)->getIDom();
  while (above != nullptr && shape_.loops.getLoopFor(above->getBlock()) != loop) above = above->getIDom();
  if (above != nullptr && shape_.post_dominators.dominates(&block, above->getBlock())) {
    if (const auto found = masks_.find(above->getBlock()); found != masks_.end()) {
      Mask mask = found->second, joined = together(masks);
      // Iterations of a loop around may have passed by.
      mask.share = std::min(mask.share, joined.share);
      mask.iterations = std::move(joined.iterations);
      return mask;
    }
  }
  return together(masks);
}

void Walker::run_blocks(const llvm::Loop* loop, const Mask& at_header) {
  for (llvm::BasicBlock* block : shape_.order) {
    const llvm::Loop* own = shape_.loops.getLoopFor(block);
    if (loop != nullptr && !loop->contains(block)) continue;
    const bool is_header = loop == nullptr ? block == shape_.order.front() : block == loop->getHeader();
    if (own == loop) {
      const Mask mask = is_header ? at_header : incoming(*block);
      masks_[block] = mask;
      if (mask.is_empty()) continue;
      if (!is_header) {
        std::vector<const llvm::BasicBlock*> from(llvm::pred_begin(block), llvm::pred_end(block));
        set_phis(*block, from);
      }
      run_block(*block, mask);
    } else if (own->getParentLoop() == loop && own->getHeader() == block) {
      run_loop(*own);
    }
    if (!walk_.incomplete.empty()) return;
  }
}

void Walker::run_block(llvm::BasicBlock& block, const Mask& mask) {
  for (llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || is_skipped(instruction)) continue;
    if (walk_.limit == 0) {
      walk_.incomplete = "the kernel is too large to be looked at whole";
      return;
    }
    --walk_.limit;
    if (turning_ != 0 && walk_.budget != 0) --walk_.budget;
    if (instruction.isTerminator()) {
      run_terminator(instruction, mask);
    } else {
      run_instruction(instruction, mask);
    }
  }
  if (walk_.purpose == WalkFor::k_effort) record_effort(block, mask);
  if (walk_.purpose != WalkFor::k_accesses) return;
  record_neighbours(block, mask);
  record_operations(block, mask);
}

void Walker::run_instruction(llvm::Instruction& instruction, const Mask& mask) {
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function* called = call->getCalledFunction();
    if (called != nullptr && is_barrier(called->getName())) return record_barrier(instruction, mask);
    if (called != nullptr && !called->isDeclaration()) return run_call(*call, mask);
  }
  record_accesses(instruction, mask);
  if (shape_.needed.contains(&instruction)) assign(instruction, walk_.evaluator.evaluate(instruction, values_), mask);
}

void Walker::run_call(llvm::CallBase& call, const Mask& mask) {
  if (walk_.depth == k_deepest_call) {
    walk_.incomplete = "calls are nested too deeply";
    return;
  }
  Environment arguments;
  llvm::Function& called = *call.getCalledFunction();
  for (llvm::Argument& argument : called.args()) {
    arguments[&argument] = walk_.evaluator.operand(*call.getArgOperand(argument.getArgNo()), values_);
  }
  ++walk_.depth;
  Elements result = Walker(walk_, called).run(std::move(arguments), mask);
  --walk_.depth;
  if (!call.getType()->isVoidTy()) assign(call, std::move(result), mask);
}

void Walker::assign(const llvm::Instruction& at, Elements value, const Mask& mask) {
  const bool is_kept = turning_ != 0 && !mask.is_full() && shape_.live_out.contains(&at);
  const auto before = is_kept ? values_.find(&at) : values_.end();
  if (before != values_.end()) {
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = math_.merge(mask.on, value[i], before->second[i]);
  }
  values_[&at] = std::move(value);
}

// The value of a phi for the work-items that come from these blocks.
std::optional<Elements> Walker::merged(const llvm::PHINode& phi,
                                       const std::vector<const llvm::BasicBlock*>& from) const {
  std::optional<Elements> result;
  Lanes taken = 0;
  double share = 0;  // of the iterations
  const auto meeting = masks_.find(phi.getParent());
  const unsigned own = meeting == masks_.end() ? 0 : meeting->second.lane_doubts;
  for (const llvm::BasicBlock* block : from) {
    const Mask* mask = edge(block, phi.getParent());
    if (mask == nullptr) continue;
    const Elements here = walk_.evaluator.operand(*phi.getIncomingValueForBlock(block), values_);
    if (!result) {
      result = here;
      taken = mask->on;
      share = mask->share;
      continue;
    }
    const bool is_clear = both(taken, mask->on).is_zero();
    for (std::size_t i = 0; i < here.size(); ++i) {
      LaneValue& value = (*result)[i];
      if (value == here[i]) continue;
      if (is_clear) {
        value = math_.merge(mask->on, here[i], value);
      } else if (const double all = share + mask->share; std::max(share, mask->share) > k_share_of_all * all) {
        if (mask->share > share) value = here[i];  // of values that iterations choose, that of almost all
      } else {
        Reasons names = math_.names_of(value);
        names.merge(math_.names_of(here[i]));
        names.insert(mask->names.begin(), mask->names.end());
        const bool is_uniform = value.is_uniform() && here[i].is_uniform() && mask->lane_doubts <= own;
        value = is_uniform ? math_.fresh(value.width, std::move(names)) : unknown(value.width, std::move(names));
      }
    }
    taken = either(taken, mask->on);
    share += mask->share;
  }
  return result;
}

void Walker::set_phis(llvm::BasicBlock& block, const std::vector<const llvm::BasicBlock*>& from) {
  std::vector<std::pair<const llvm::PHINode*, Elements>> all;  // phis change at the same time
  for (const llvm::PHINode& phi : block.phis()) {
    if (!shape_.needed.contains(&phi)) continue;
    if (auto value = merged(phi, from)) all.emplace_back(&phi, *std::move(value));
  }
  for (auto& [phi, value] : all) assign(*phi, std::move(value), masks_[&block]);
}

void Walker::run_terminator(llvm::Instruction& terminator, const Mask& mask) {
  if (auto* jump = llvm::dyn_cast<llvm::BranchInst>(&terminator)) {
    if (!jump->isConditional()) return send(jump->getParent(), jump->getSuccessor(0), mask);
    return branch(*jump, mask);
  }
  if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator)) return choose(*choice, mask);
  const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&terminator);
  if (result == nullptr || result->getReturnValue() == nullptr) return;
  Elements value = walk_.evaluator.operand(*result->getReturnValue(), values_);
  if (returned_) {
    for (LaneValue& element : value) element = unknown(element.width, mask.names);
  }
  returned_ = std::move(value);
}

void Walker::branch(llvm::BranchInst& jump, const Mask& mask) {
  LaneValue condition = walk_.evaluator.scalar(*jump.getCondition(), values_);
  if (walk_.purpose != WalkFor::k_accesses) condition = expected(jump, std::move(condition));
  record_branch(jump, condition, mask);
  const llvm::BasicBlock* from = jump.getParent();
  Mask yes = mask, no = mask;
  if (condition.is_number()) {
    yes.on = both(mask.on, condition.constant());
    no.on = both(mask.on, inverse(condition.constant()));
    if (!yes.is_empty() && !no.is_empty()) yes.split = no.split = &jump;
  } else if (walk_.purpose != WalkFor::k_accesses && branch_by_iteration(jump, mask)) {
    return;
  } else {
    const Reasons names = math_.names_of(condition);
    for (Mask* side : {&yes, &no}) {
      ++side->doubts;
      side->names.insert(names.begin(), names.end());
      if (condition.is_uniform()) continue;
      ++side->lane_doubts;
      side->assumes.insert(condition_text(jump));
      side->split = &jump;
    }
    set_likelihoods(jump, condition.is_uniform(), yes, no);
  }
  send(from, jump.getSuccessor(0), yes);
  send(from, jump.getSuccessor(1), no);
}

// Makes each of two sides as likely where all work-items take one of them. Data of many values are seldom equal to one.
void Walker::set_likelihoods(const llvm::BranchInst& jump, bool is_uniform, Mask& yes, Mask& no) {
  const llvm::BasicBlock* from = jump.getParent();
  const llvm::Loop* loop = shape_.loops.getLoopFor(from);
  for (const llvm::BasicBlock* to : jump.successors()) {
    if (shape_.loops.getLoopFor(to) != loop || (loop != nullptr && loop->getHeader() == to)) return;
  }
  const bool has_two_sides = llvm::none_of(
      jump.successors(), [&](const llvm::BasicBlock* to) { return shape_.post_dominators.dominates(to, from); });
  if (is_uniform && has_two_sides) {
    yes.likely.times(0.5, 0.5);
    no.likely.times(0.5, 0.5);
  }
  const auto* test = llvm::dyn_cast<llvm::ICmpInst>(jump.getCondition());
  if (is_uniform || test == nullptr || !test->isEquality()) return;
  const LaneValue a = walk_.evaluator.scalar(*test->getOperand(0), values_);
  const LaneValue b = walk_.evaluator.scalar(*test->getOperand(1), values_);
  const std::optional<DataPart>& data = a.data ? a.data : b.data;
  if (!data || data->range < 2) return;
  const double equal = 1 / static_cast<double>(data->range);
  const bool is_equal = test->getPredicate() == llvm::ICmpInst::ICMP_EQ;
  (is_equal ? yes : no).likely.times(1 - std::pow(1 - equal, walk_.chip.wave), equal);
}

void Walker::choose(llvm::SwitchInst& choice, const Mask& mask) {
  const LaneValue value = walk_.evaluator.scalar(*choice.getCondition(), values_);
  record_branch(choice, value, mask);
  Mask rest = mask;
  if (!value.is_number()) {
    ++rest.doubts;
    rest.names.merge(math_.names_of(value));
    if (!value.is_uniform()) {
      ++rest.lane_doubts;
      rest.assumes.insert(condition_text(choice));
      rest.split = &choice;
    }
  }
  for (const auto& one : choice.cases()) {
    Mask taken = rest;
    if (value.is_number()) {
      const std::int64_t wanted = one.getCaseValue()->getSExtValue();
      taken.on = both(rest.on, value.constant().map([&](std::int64_t n) { return std::int64_t{n == wanted}; }));
      rest.on = both(rest.on, inverse(taken.on));
      if (!taken.is_full()) taken.split = &choice;
    }
    send(choice.getParent(), one.getCaseSuccessor(), taken);
  }
  send(choice.getParent(), choice.getDefaultDest(), rest);
}

void Walker::record_accesses(const llvm::Instruction& at, const Mask& mask) {
  if (walk_.muted != 0) return;
  for (const MemoryAccess& access : accesses_of(at)) {
    Mask takes_part = mask;
    if (access.lanes != 0) takes_part.on = both(mask.on, first_lanes(access.lanes, walk_.chip.wave, walk_.items));
    record_access(at, access, takes_part);
  }
  if (const std::string hidden = hidden_accesses(at); !hidden.empty()) walk_.recorder.add_not_counted(hidden);
}

// The memory that a pointer points to; k_unknown where it may be any.
Space Walker::space_of(const llvm::Value& pointer, const LaneValue& address) const {
  enum : unsigned { k_generic = 0, k_global = 1, k_region = 2, k_local = 3, k_constant = 4 };
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  if (space == k_global) return Space::k_global;
  if (space == k_local) return Space::k_local;
  if (space > k_constant) return Space::k_private;
  const Space found = walk_.evaluator.space_of(address);
  if (found != Space::k_none && found != Space::k_unknown) return found;
  if (space == k_constant || space == k_region) return Space::k_constant;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects);
  const bool is_private =
      llvm::all_of(objects, [](const llvm::Value* object) { return llvm::isa<llvm::AllocaInst>(object); });
  return is_private ? Space::k_private : Space::k_unknown;
}

void Walker::record_access(const llvm::Instruction& at, const MemoryAccess& access, const Mask& mask) {
  AccessEvent event;
  event.at = &at;
  event.kind = access.kind;
  event.shape.bytes = access.bytes;
  event.shape.alignment = access.alignment;
  event.shape.is_atomic = event.kind == "atomic";
  event.shape.is_store = event.kind == "store";
  LaneValue address = walk_.evaluator.scalar(*access.pointer, values_);
  event.shape.space = space_of(*access.pointer, address);
  address = math_.add(address, number(access.offset, address.width));
  if (event.shape.space == Space::k_unknown) {
    const CodePlace place = place_of(at);
    walk_.recorder.add_not_counted("which memory the " + event.kind + " in line " + std::to_string(place.line) +
                                   " accesses");
  }
  // The items of a wave that share an address in local memory wait for each other, unless the compiler joins them.
  if (event.shape.space == Space::k_local && walk_.chip.joins_atomics && address.is_uniform() && can_be_joined(at))
    event.shape.is_atomic = false;
  const bool is_memory = event.shape.space == Space::k_global || event.shape.space == Space::k_local ||
                         event.shape.space == Space::k_constant;
  if (!is_memory || event.shape.bytes == 0) return;
  if (walk_.purpose != WalkFor::k_accesses) return record_effort(at, address, event.shape, mask);
  event.cost = access_cost(address, mask.on, walk_.items, event.shape, walk_.chip, math_, walk_.known);
  event.assumes = mask.assumes;
  if (event.cost.requests == 0) return;
  if (event.shape.space != Space::k_local) {
    WorkEvent work;
    work.at = &at;
    work.bytes = event.shape.bytes * static_cast<std::uint64_t>(count(mask.on, 0, walk_.items));
    work.ideal = event.cost.ideal * walk_.chip.segment;
    work.least = event.cost.least * walk_.chip.segment;
    work.most = event.cost.most * walk_.chip.segment;
    work.doubts = mask.doubts;
    work.doubted = mask.names;
    walk_.recorder.add(std::move(work));
  }
  walk_.recorder.add(std::move(event));
}

void Walker::record_operations(const llvm::BasicBlock& block, const Mask& mask) {
  const auto found = walk_.muted != 0 ? shape_.operations.end() : shape_.operations.find(&block);
  if (found == shape_.operations.end()) return;
  WorkEvent work;
  work.at = block.getTerminator();
  work.operations = found->second;
  const auto items = static_cast<std::uint64_t>(count(mask.on, 0, walk_.items));
  for (const auto member : Operations::members()) work.operations.*member *= items;
  work.doubts = mask.doubts;
  work.doubted = mask.names;
  walk_.recorder.add(std::move(work));
}

void Walker::record_effort(const llvm::BasicBlock& block, const Mask& mask) {
  if (walk_.muted != 0) return;
  const auto [found, is_new] = walk_.efforts.try_emplace(&block);
  if (is_new) found->second = effort_of(block);
  BlockPass pass;
  pass.at = block.getTerminator();
  pass.effort = &found->second;
  pass.doubts = mask.doubts;
  if (pass.doubts != 0) pass.doubted = walk_.recorder.effort().keep(mask.names);
  pass.likely = mask.likely;
  pass.share = mask.share;
  for (std::size_t wave = 0; wave < walk_.items; wave += walk_.chip.wave) {
    const std::size_t end = std::min<std::size_t>(wave + walk_.chip.wave, walk_.items);
    if (count(mask.on, wave, end) != 0) ++pass.waves;
  }
  walk_.recorder.effort().add(pass);
}

void Walker::record_effort(const llvm::Instruction& at, const LaneValue& address, const AccessShape& shape,
                           const Mask& mask) {
  if (walk_.purpose == WalkFor::k_reach) {
    if (shape.space != Space::k_local)
      walk_.recorder.effort().add(reach_pass(at, address, mask.on, walk_.items, shape, walk_.chip, math_));
    return;
  }
  AccessCost cost;
  if (shape.space == Space::k_local)
    cost = access_cost(address, mask.on, walk_.items, shape, walk_.chip, math_, walk_.known);
  AccessPass pass = access_pass(at, address, mask.on, walk_.items, shape, cost, walk_.chip, math_);
  pass.doubts = mask.doubts;
  if (pass.doubts != 0) pass.doubted = walk_.recorder.effort().keep(mask.names);
  pass.likely = mask.likely;
  pass.share = mask.share;
  pass.waves = (walk_.items + walk_.chip.wave - 1) / walk_.chip.wave;
  walk_.recorder.effort().add(std::move(pass));
}

// Loads of one block happen for the same work-items: a vector load in their place reads nothing more.
void Walker::record_neighbours(const llvm::BasicBlock& block, const Mask& mask) {
  const auto runs = walk_.muted != 0 ? shape_.load_runs.end() : shape_.load_runs.find(&block);
  if (runs == shape_.load_runs.end()) return;
  for (const LoadRun& run : runs->second) {
    std::vector<AddressedLoad> loads;
    for (const llvm::LoadInst* load : run) {
      const llvm::Value& pointer = *load->getPointerOperand();
      AddressedLoad one{load, walk_.evaluator.scalar(pointer, values_), Space::k_global};
      const unsigned space = pointer.getType()->getPointerAddressSpace();
      one.space = space == 1 ? Space::k_global : walk_.evaluator.space_of(one.address);
      loads.push_back(std::move(one));
    }
    for (VectorLoadEvent& event : vector_loads(loads, mask.on, walk_.items, walk_.chip, math_, walk_.known))
      walk_.recorder.add(std::move(event));
  }
}

void Walker::record_branch(const llvm::Instruction& at, const LaneValue& condition, const Mask& mask) {
  if (walk_.muted != 0 || walk_.purpose != WalkFor::k_accesses) return;
  BranchEvent event;
  event.at = &at;
  BranchFacts& facts = event.facts;
  facts.place = place_of(at);
  const Reasons names = math_.names_of(condition);
  facts.depends_on.assign(names.begin(), names.end());
  const llvm::Loop* loop = shape_.loops.getLoopFor(at.getParent());
  const auto visit = loop == nullptr ? visits_.end() : visits_.find(loop);
  const bool stays = loop != nullptr && llvm::all_of(llvm::successors(&at), [&](const llvm::BasicBlock* next) {
                       return loop->contains(next) && next != loop->getHeader();
                     });
  if (visit != visits_.end() && stays) event.visit = visit->second;
  if (condition.is_number()) {
    const bool has_yes = !both(mask.on, condition.constant()).is_zero();
    const bool has_no = !both(mask.on, inverse(condition.constant())).is_zero();
    event.outcome = has_yes && has_no ? Outcome::k_both : has_yes ? Outcome::k_yes : Outcome::k_no;
  }
  for (std::size_t wave = 0; wave < walk_.items; wave += walk_.chip.wave) {
    const std::size_t end = std::min<std::size_t>(wave + walk_.chip.wave, walk_.items);
    const std::int64_t lanes = count(mask.on, wave, end);
    if (lanes == 0) continue;
    ++facts.waves;
    if (!condition.is_number()) continue;
    const std::int64_t taken = count(both(mask.on, condition.constant()), wave, end);
    if (taken == 0 || taken == lanes) continue;
    ++facts.divergent_waves;
    facts.lanes += static_cast<std::uint64_t>(lanes);
    facts.lanes_taken += static_cast<std::uint64_t>(std::min(taken, lanes - taken));
  }
  const bool by_group = llvm::any_of(names, [](const std::string& name) {
    return name.starts_with("get_group_id") || name.starts_with("the value read");
  });
  facts.kind = facts.divergent_waves != 0                        ? "divergent"
               : condition.is_number() && condition.is_uniform() ? "uniform"
               : condition.is_number()                           ? "wave-uniform"
               : condition.is_uniform()                          ? (by_group ? "group-uniform" : "uniform")
                                                                 : "unknown";
  walk_.recorder.add(std::move(event));
}

void Walker::record_barrier(const llvm::Instruction& at, const Mask& mask) {
  if (walk_.muted != 0 || (mask.is_full() && mask.lane_doubts == 0)) return;
  walk_.recorder.add(at, mask.split, !mask.is_full(), mask.is_full() ? mask.names : Reasons());
}

}  // namespace clc::worker
