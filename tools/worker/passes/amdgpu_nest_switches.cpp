#include "worker/passes/amdgpu_nest_switches.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace clc::worker {
namespace {

constexpr std::size_t k_many_ranges = 64;
constexpr std::size_t k_most_together = 4;  // ranges that meet at one place

// Numbers from `first` to `last` that lead to the same block.
struct Range {
  llvm::APInt first, last;
  llvm::BasicBlock* target = nullptr;
};

// The ranges of a switch in order of unsigned numbers.
std::vector<Range> ranges_of(llvm::SwitchInst& choice) {
  std::vector<Range> ranges;
  for (const auto& one : choice.cases()) {
    const llvm::APInt& value = one.getCaseValue()->getValue();
    ranges.push_back({value, value, one.getCaseSuccessor()});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.first.ult(b.first); });
  std::vector<Range> joined;
  for (const Range& range : ranges) {
    const bool is_next =
        !joined.empty() && joined.back().target == range.target && joined.back().last + 1 == range.first;
    if (is_next) {
      joined.back().last = range.last;
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

llvm::Value* is_in_range(llvm::IRBuilder<>& builder, llvm::Value* number, const Range& range) {
  if (range.first == range.last) return builder.CreateICmpEQ(number, builder.getInt(range.first));
  llvm::Value* distance = builder.CreateSub(number, builder.getInt(range.first));
  return builder.CreateICmpULE(distance, builder.getInt(range.last - range.first));
}

// Where the block alone leads to, if it does nothing but that; null otherwise.
llvm::BasicBlock* passes_to(const llvm::BasicBlock& block) {
  const auto* jump = llvm::dyn_cast<llvm::BranchInst>(&block.front());
  return jump != nullptr && jump->isUnconditional() ? jump->getSuccessor(0) : nullptr;
}

// Where all ways lead out of the blocks that can be reached by this one alone; null where they lead to several.
llvm::BasicBlock* way_out(llvm::BasicBlock& block, const llvm::DominatorTree& tree) {
  if (llvm::BasicBlock* next = passes_to(block)) return next;
  llvm::SmallVector<llvm::BasicBlock*> blocks;
  tree.getDescendants(&block, blocks);
  llvm::BasicBlock* found = nullptr;
  for (llvm::BasicBlock* one : blocks) {
    if (llvm::succ_empty(one)) return nullptr;
    for (llvm::BasicBlock* next : llvm::successors(one)) {
      if (next != &block && tree.dominates(&block, next)) continue;
      if (next == &block || (found != nullptr && found != next)) return nullptr;
      found = next;
    }
  }
  return found;
}

// Where most cases of the switch lead to.
llvm::BasicBlock* end_of(llvm::SwitchInst& choice, const llvm::DominatorTree& tree) {
  std::set<llvm::BasicBlock*> targets;
  for (const auto& one : choice.cases()) targets.insert(one.getCaseSuccessor());
  std::map<llvm::BasicBlock*, std::size_t> ends;
  for (llvm::BasicBlock* target : targets) {
    if (llvm::BasicBlock* end = way_out(*target, tree)) ++ends[end];
  }
  llvm::BasicBlock* best = nullptr;
  for (llvm::BasicBlock& block : *choice.getFunction()) {  // in an order that does not depend on addresses
    const auto found = ends.find(&block);
    if (found != ends.end() && (best == nullptr || found->second > ends[best])) best = &block;
  }
  return best;
}

class Nesting {
 public:
  Nesting(llvm::SwitchInst& choice, llvm::BasicBlock& end, const llvm::DominatorTree& tree)
      : choice_(choice), start_(*choice.getParent()), end_(end), tree_(tree), default_(*choice.getDefaultDest()) {
    ranges_ = ranges_of(choice);
    for (const Range& range : ranges_) ++ranges_to_[range.target];
    const std::size_t all = ranges_.size();
    llvm::erase_if(ranges_, [&](const Range& range) { return !is_value(*range.target) && !is_plain(*range.target); });
    has_rest_ = &default_ != &end_ || ranges_.size() != all;
  }

  bool is_large() const { return ranges_.size() >= k_many_ranges; }

  void run() {
    for (llvm::PHINode& phi : end_.phis()) {
      const int at = phi.getBasicBlockIndex(&start_);
      of_switch_.push_back(at < 0 ? nullptr : phi.getIncomingValue(static_cast<unsigned>(at)));
    }
    llvm::BasicBlock* met = make_meeting();
    llvm::BasicBlock* root = add_part(0, ranges_.size(), *met);
    llvm::IRBuilder<> builder(&choice_);
    builder.CreateBr(root);
    forget_end(start_);
    builder.SetInsertPoint(met);
    if (!has_rest_) {
      choice_.eraseFromParent();
      builder.CreateBr(&end_);
    } else {
      llvm::BasicBlock* rest = make_block("switch.rest");
      builder.CreateCondBr(phis_[met].back(), rest, &end_);
      keep_rest(*rest);
    }
    for (std::size_t i = 0; llvm::PHINode& phi : end_.phis()) phi.addIncoming(phis_[met][i++], met);
    for (const auto& [block, ranges] : ranges_to_) {
      if (llvm::pred_empty(block)) llvm::DeleteDeadBlock(block);
    }
  }

 private:
  llvm::BasicBlock* make_block(const char* name) const {
    return llvm::BasicBlock::Create(start_.getContext(), name, start_.getParent(), &end_);
  }

  // A block where ways meet, with a phi for each of the end's, and one that is true where no case was found.
  llvm::BasicBlock* make_meeting() {
    llvm::BasicBlock* block = make_block("switch.met");
    llvm::IRBuilder<> builder(block);
    for (llvm::PHINode& phi : end_.phis()) phis_[block].push_back(builder.CreatePHI(phi.getType(), 4));
    if (has_rest_) phis_[block].push_back(builder.CreatePHI(builder.getInt1Ty(), 4));
    return block;
  }

  // Nothing is done in the case: it only decides what the end's phis get.
  bool is_value(const llvm::BasicBlock& target) const { return &target == &end_ || passes_to(target) == &end_; }

  // One range alone leads to it, from here alone, and what it leads to ends where the switch does.
  bool is_plain(llvm::BasicBlock& target) const {
    return &target != &default_ && ranges_to_.lookup(&target) == 1 && target.getUniquePredecessor() == &start_ &&
           way_out(target, tree_) == &end_;
  }

  void forget_end(const llvm::BasicBlock& from) {
    for (llvm::PHINode& phi : end_.phis()) {
      phi.removeIncomingValueIf([&](unsigned index) { return phi.getIncomingBlock(index) == &from; },
                                /*DeletePHIIfEmpty=*/false);
    }
  }

  // Lets what ended with the switch end at the meeting.
  void end_at(llvm::BasicBlock& target, llvm::BasicBlock& meeting) {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    tree_.getDescendants(&target, blocks);
    for (llvm::BasicBlock* block : blocks) {
      llvm::Instruction& jump = *block->getTerminator();
      for (unsigned i = 0; i < jump.getNumSuccessors(); ++i) {
        if (jump.getSuccessor(i) != &end_) continue;
        auto at = phis_[&meeting].begin();
        for (llvm::PHINode& phi : end_.phis()) (*at++)->addIncoming(phi.getIncomingValueForBlock(block), block);
        if (has_rest_) (*at)->addIncoming(llvm::ConstantInt::getFalse(start_.getContext()), block);
        jump.setSuccessor(i, &meeting);
      }
      forget_end(*block);
    }
  }

  // Tests a range whose case does something, and goes to `next` where the number is not in it.
  llvm::BasicBlock* add_test(const Range& range, llvm::BasicBlock& next, llvm::BasicBlock& meeting) {
    llvm::BasicBlock* block = make_block("switch.test");
    end_at(*range.target, meeting);
    for (llvm::PHINode& phi : range.target->phis()) {
      phi.removeIncomingValueIf([](unsigned index) { return index > 0; });
      phi.setIncomingBlock(0, block);
    }
    llvm::IRBuilder<> builder(block);
    builder.CreateCondBr(is_in_range(builder, choice_.getCondition(), range), range.target, &next);
    return block;
  }

  // Selects what the end's phis get in cases that do nothing else, or where there is no case.
  llvm::BasicBlock* add_values(llvm::ArrayRef<Range> ranges, llvm::BasicBlock& meeting) {
    llvm::BasicBlock* block = make_block("switch.values");
    llvm::IRBuilder<> builder(block);
    std::vector<llvm::Value*> values;
    for (llvm::PHINode& phi : end_.phis()) {
      values.push_back(has_rest_ ? llvm::PoisonValue::get(phi.getType()) : of_switch_[values.size()]);
    }
    llvm::Value* is_lost = builder.getTrue();
    for (const Range& range : ranges) {
      if (!is_value(*range.target)) continue;
      llvm::Value* is_here = is_in_range(builder, choice_.getCondition(), range);
      for (std::size_t i = 0; llvm::PHINode& phi : end_.phis()) {
        llvm::Value* value = range.target == &end_ ? of_switch_[i] : phi.getIncomingValueForBlock(range.target);
        values[i] = builder.CreateSelect(is_here, value, values[i]);
        ++i;
      }
      is_lost = builder.CreateSelect(is_here, builder.getFalse(), is_lost);
    }
    builder.CreateBr(&meeting);
    if (has_rest_) values.push_back(is_lost);
    for (std::size_t i = 0; i < values.size(); ++i) phis_[&meeting][i]->addIncoming(values[i], block);
    return block;
  }

  // The first block of what tells the ranges from `first` up to `last`, which all meet at `meeting`.
  llvm::BasicBlock* add_part(std::size_t first, std::size_t last, llvm::BasicBlock& meeting) {
    if (last - first <= k_most_together) {
      const llvm::ArrayRef<Range> ranges = llvm::ArrayRef<Range>(ranges_).slice(first, last - first);
      llvm::BasicBlock* next = add_values(ranges, meeting);
      for (const Range& range : ranges) {
        if (!is_value(*range.target)) next = add_test(range, *next, meeting);
      }
      return next;
    }
    const std::size_t middle = first + (last - first) / 2;
    llvm::BasicBlock* block = make_block("switch.part");
    llvm::IRBuilder<> builder(block);
    llvm::Value* is_low = builder.CreateICmpULT(choice_.getCondition(), builder.getInt(ranges_[middle].first));
    llvm::BasicBlock* low = add_part_that_meets(first, middle, meeting);
    builder.CreateCondBr(is_low, low, add_part_that_meets(middle, last, meeting));
    return block;
  }

  llvm::BasicBlock* add_part_that_meets(std::size_t first, std::size_t last, llvm::BasicBlock& meeting) {
    llvm::BasicBlock* met = make_meeting();
    llvm::BasicBlock* part = add_part(first, last, *met);
    llvm::IRBuilder<>(met).CreateBr(&meeting);
    for (std::size_t i = 0; i < phis_[met].size(); ++i) phis_[&meeting][i]->addIncoming(phis_[met][i], met);
    return part;
  }

  // The cases that are not in the tree, and the default.
  void keep_rest(llvm::BasicBlock& rest) {
    choice_.removeFromParent();
    choice_.insertInto(&rest, rest.end());
    std::set<const llvm::BasicBlock*> nested;
    for (const Range& range : ranges_) nested.insert(range.target);
    for (auto one = choice_.case_begin(); one != choice_.case_end();) {
      one = nested.contains(one->getCaseSuccessor()) ? choice_.removeCase(one) : std::next(one);
    }
    for (const auto& [block, ranges] : ranges_to_) {
      if (!nested.contains(block)) block->replacePhiUsesWith(&start_, &rest);
    }
    if (&default_ == &end_) {
      for (std::size_t i = 0; llvm::PHINode& phi : end_.phis()) phi.addIncoming(of_switch_[i++], &rest);
    } else {
      default_.replacePhiUsesWith(&start_, &rest);
    }
  }

  llvm::SwitchInst& choice_;
  llvm::BasicBlock& start_;
  llvm::BasicBlock& end_;
  const llvm::DominatorTree& tree_;
  llvm::BasicBlock& default_;
  bool has_rest_ = false;      // there is what is no part of the tree
  std::vector<Range> ranges_;  // of the tree
  llvm::MapVector<llvm::BasicBlock*, std::size_t> ranges_to_;
  std::vector<llvm::Value*> of_switch_;  // what the end's phis get straight from the switch, or null
  std::map<const llvm::BasicBlock*, std::vector<llvm::PHINode*>> phis_;
};

// Nests one large switch.
bool nest_one(llvm::Function& function, const llvm::DominatorTree& tree) {
  for (llvm::BasicBlock& block : function) {
    auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
    if (choice == nullptr || !tree.isReachableFromEntry(&block)) continue;
    llvm::BasicBlock* end = end_of(*choice, tree);
    if (end == nullptr || end == &block) continue;
    Nesting nesting(*choice, *end, tree);
    if (!nesting.is_large()) continue;
    nesting.run();
    return true;
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses AmdgpuNestSwitches::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& tree = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  bool has_changed = false;
  for (; nest_one(function, tree); has_changed = true) tree.recalculate(function);
  return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
