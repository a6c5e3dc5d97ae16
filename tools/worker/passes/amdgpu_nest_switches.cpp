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
constexpr std::size_t k_ranges_of_leaf = 4;  // ranges that are tested one after the other

// Numbers from `first` to `last`, which have the same target.
struct Range {
  llvm::APInt first, last;
  llvm::BasicBlock* target = nullptr;
};

// Returns the ranges of a switch in unsigned order.
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

// Returns the successor of a block that consists of an unconditional branch; null for others.
llvm::BasicBlock* target_of_empty_block(const llvm::BasicBlock& block) {
  const auto* jump = llvm::dyn_cast<llvm::BranchInst>(&block.front());
  return jump != nullptr && jump->isUnconditional() ? jump->getSuccessor(0) : nullptr;
}

// Returns the only block to which the blocks that `block` dominates exit; null if there are several, or a return.
llvm::BasicBlock* common_exit(llvm::BasicBlock& block, const llvm::DominatorTree& tree) {
  if (llvm::BasicBlock* next = target_of_empty_block(block)) return next;
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

// Returns the common exit of most cases.
llvm::BasicBlock* end_of(llvm::SwitchInst& choice, const llvm::DominatorTree& tree) {
  std::set<llvm::BasicBlock*> targets;
  for (const auto& one : choice.cases()) targets.insert(one.getCaseSuccessor());
  std::map<llvm::BasicBlock*, std::size_t> ends;
  for (llvm::BasicBlock* target : targets) {
    if (llvm::BasicBlock* end = common_exit(*target, tree)) ++ends[end];
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
    llvm::erase_if(ranges_, [&](const Range& range) {
      return !only_chooses_value(*range.target) && !can_be_nested(*range.target);
    });
    has_rest_ = &default_ != &end_ || ranges_.size() != all;
  }

  bool is_large() const { return ranges_.size() >= k_many_ranges; }

  void run() {
    for (llvm::PHINode& phi : end_.phis()) {
      const int at = phi.getBasicBlockIndex(&start_);
      values_of_switch_.push_back(at < 0 ? nullptr : phi.getIncomingValue(static_cast<unsigned>(at)));
    }
    llvm::BasicBlock* met = make_meeting();
    llvm::BasicBlock* root = add_part(0, ranges_.size(), *met);
    llvm::IRBuilder<> builder(&choice_);
    builder.CreateBr(root);
    remove_from_end_phis(start_);
    builder.SetInsertPoint(met);
    if (!has_rest_) {
      choice_.eraseFromParent();
      builder.CreateBr(&end_);
    } else {
      llvm::BasicBlock* rest = make_block("switch.rest");
      builder.CreateCondBr(phis_[met].back(), rest, &end_);
      move_rest(*rest);
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

  // Creates a join block with a phi for each of the end's, and one that is true if no case matched.
  llvm::BasicBlock* make_meeting() {
    llvm::BasicBlock* block = make_block("switch.met");
    llvm::IRBuilder<> builder(block);
    for (llvm::PHINode& phi : end_.phis()) phis_[block].push_back(builder.CreatePHI(phi.getType(), 4));
    if (has_rest_) phis_[block].push_back(builder.CreatePHI(builder.getInt1Ty(), 4));
    return block;
  }

  // True for a case that only chooses values for the end's phis.
  bool only_chooses_value(const llvm::BasicBlock& target) const {
    return &target == &end_ || target_of_empty_block(target) == &end_;
  }

  // True for a case of one range, whose only predecessor is the switch and whose only exit is the end.
  bool can_be_nested(llvm::BasicBlock& target) const {
    return &target != &default_ && ranges_to_.lookup(&target) == 1 && target.getUniquePredecessor() == &start_ &&
           common_exit(target, tree_) == &end_;
  }

  void remove_from_end_phis(const llvm::BasicBlock& from) {
    for (llvm::PHINode& phi : end_.phis()) {
      phi.removeIncomingValueIf([&](unsigned index) { return phi.getIncomingBlock(index) == &from; },
                                /*DeletePHIIfEmpty=*/false);
    }
  }

  // Redirects the case's exits from the end to the join block.
  void redirect_exits(llvm::BasicBlock& target, llvm::BasicBlock& meeting) {
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
      remove_from_end_phis(*block);
    }
  }

  // Tests a range whose case does something; branches to `next` if the number is not in it.
  llvm::BasicBlock* add_test(const Range& range, llvm::BasicBlock& next, llvm::BasicBlock& meeting) {
    llvm::BasicBlock* block = make_block("switch.test");
    redirect_exits(*range.target, meeting);
    for (llvm::PHINode& phi : range.target->phis()) {
      phi.removeIncomingValueIf([](unsigned index) { return index > 0; });
      phi.setIncomingBlock(0, block);
    }
    llvm::IRBuilder<> builder(block);
    builder.CreateCondBr(is_in_range(builder, choice_.getCondition(), range), range.target, &next);
    return block;
  }

  // Selects the values for the end's phis in cases that do nothing else, and where no case matches.
  llvm::BasicBlock* add_values(llvm::ArrayRef<Range> ranges, llvm::BasicBlock& meeting) {
    llvm::BasicBlock* block = make_block("switch.values");
    llvm::IRBuilder<> builder(block);
    std::vector<llvm::Value*> values;
    for (llvm::PHINode& phi : end_.phis()) {
      values.push_back(has_rest_ ? llvm::PoisonValue::get(phi.getType()) : values_of_switch_[values.size()]);
    }
    llvm::Value* is_unmatched = builder.getTrue();
    for (const Range& range : ranges) {
      if (!only_chooses_value(*range.target)) continue;
      llvm::Value* is_here = is_in_range(builder, choice_.getCondition(), range);
      for (std::size_t i = 0; llvm::PHINode& phi : end_.phis()) {
        llvm::Value* value = range.target == &end_ ? values_of_switch_[i] : phi.getIncomingValueForBlock(range.target);
        values[i] = builder.CreateSelect(is_here, value, values[i]);
        ++i;
      }
      is_unmatched = builder.CreateSelect(is_here, builder.getFalse(), is_unmatched);
    }
    builder.CreateBr(&meeting);
    if (has_rest_) values.push_back(is_unmatched);
    for (std::size_t i = 0; i < values.size(); ++i) phis_[&meeting][i]->addIncoming(values[i], block);
    return block;
  }

  // Returns the entry of the subtree for the ranges from `first` up to `last`, which joins in `meeting`.
  llvm::BasicBlock* add_part(std::size_t first, std::size_t last, llvm::BasicBlock& meeting) {
    if (last - first <= k_ranges_of_leaf) {
      const llvm::ArrayRef<Range> ranges = llvm::ArrayRef<Range>(ranges_).slice(first, last - first);
      llvm::BasicBlock* next = add_values(ranges, meeting);
      for (const Range& range : ranges) {
        if (!only_chooses_value(*range.target)) next = add_test(range, *next, meeting);
      }
      return next;
    }
    const std::size_t middle = first + (last - first) / 2;
    llvm::BasicBlock* block = make_block("switch.part");
    llvm::IRBuilder<> builder(block);
    llvm::Value* is_low = builder.CreateICmpULT(choice_.getCondition(), builder.getInt(ranges_[middle].first));
    llvm::BasicBlock* low = add_subtree_with_end(first, middle, meeting);
    builder.CreateCondBr(is_low, low, add_subtree_with_end(middle, last, meeting));
    return block;
  }

  llvm::BasicBlock* add_subtree_with_end(std::size_t first, std::size_t last, llvm::BasicBlock& meeting) {
    llvm::BasicBlock* met = make_meeting();
    llvm::BasicBlock* part = add_part(first, last, *met);
    llvm::IRBuilder<>(met).CreateBr(&meeting);
    for (std::size_t i = 0; i < phis_[met].size(); ++i) phis_[&meeting][i]->addIncoming(phis_[met][i], met);
    return part;
  }

  // Moves the switch, with the default and the cases that are not in the tree, to `rest`.
  void move_rest(llvm::BasicBlock& rest) {
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
      for (std::size_t i = 0; llvm::PHINode& phi : end_.phis()) phi.addIncoming(values_of_switch_[i++], &rest);
    } else {
      default_.replacePhiUsesWith(&start_, &rest);
    }
  }

  llvm::SwitchInst& choice_;
  llvm::BasicBlock& start_;
  llvm::BasicBlock& end_;
  const llvm::DominatorTree& tree_;
  llvm::BasicBlock& default_;
  bool has_rest_ = false;      // a switch with other cases or a default stays
  std::vector<Range> ranges_;  // of the tree
  llvm::MapVector<llvm::BasicBlock*, std::size_t> ranges_to_;
  std::vector<llvm::Value*> values_of_switch_;  // incoming values of the end's phis from the switch, or null
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
