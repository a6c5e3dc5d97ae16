#include "worker/passes/nvptx_overlap_group_products.h"

#include <utility>
#include <vector>

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "worker/passes/nvidia_group_products.h"

namespace clc::worker {
namespace {

using Instructions = llvm::SetVector<llvm::Instruction*>;

bool carries(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ExtractValueInst>(
      instruction);
}

// The types of what carries sums: numbers, and vectors and structs of them.
bool has_parts(const llvm::Type& type) {
  const auto is_sum = [](const llvm::Type* one) { return one->isFloatTy() || one->isIntegerTy(32); };
  if (const auto* all = llvm::dyn_cast<llvm::StructType>(&type)) return llvm::all_of(all->elements(), is_sum);
  if (const auto* all = llvm::dyn_cast<llvm::FixedVectorType>(&type)) return is_sum(all->getElementType());
  return is_sum(&type);
}

// Instructions that hold sums, and those that read them and are no products.
struct Uses {
  Instructions carriers;
  Instructions readers;
};

// By way of vectors and phis, from results of products or waits on.
Uses uses_of(Instructions results) {
  Uses uses{.carriers = std::move(results), .readers = {}};
  for (unsigned i = 0; i < uses.carriers.size(); ++i) {
    for (llvm::User* user : uses.carriers[i]->users()) {
      auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (carries(*instruction)) {
        uses.carriers.insert(instruction);
      } else if (!is_group_product(*instruction)) {
        uses.readers.insert(instruction);
      }
    }
  }
  return uses;
}

// True where the loop goes on without the sums.
bool can_be_dropped(llvm::CallInst& wait, const llvm::Loop& loop) {
  const auto is_inside = [&](const llvm::Instruction* one) { return loop.contains(one); };
  const auto is_part = [](const llvm::User* user) { return llvm::isa<llvm::ExtractValueInst>(user); };
  if (!llvm::all_of(wait.users(), is_part)) return false;
  Instructions results;
  results.insert(&wait);
  const Uses uses = uses_of(results);
  return llvm::none_of(uses.readers, is_inside) &&
         llvm::all_of(uses.carriers, [](const llvm::Instruction* one) { return has_parts(*one->getType()); });
}

void drop(llvm::CallInst& wait) {
  for (llvm::User* user : llvm::make_early_inc_range(wait.users())) {
    auto* part = llvm::cast<llvm::ExtractValueInst>(user);
    part->replaceAllUsesWith(wait.getArgOperand(part->getIndices().front()));
    part->eraseFromParent();
  }
  wait.eraseFromParent();
}

// The numbers of a value that carries sums; where an instruction made it of numbers, these.
std::vector<llvm::Value*> parts_of(llvm::IRBuilder<>& builder, llvm::Value& value) {
  std::vector<llvm::Value*> parts;
  if (const auto* all = llvm::dyn_cast<llvm::StructType>(value.getType())) {
    for (unsigned i = 0; i < all->getNumElements(); ++i) parts.push_back(builder.CreateExtractValue(&value, i));
  } else if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value.getType())) {
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      llvm::Value* part = llvm::findScalarElement(&value, i);
      parts.push_back(part != nullptr ? part : builder.CreateExtractElement(&value, i));
    }
  } else {
    parts.push_back(&value);
  }
  return parts;
}

llvm::Value* whole_of(llvm::IRBuilder<>& builder, llvm::Type& type, llvm::ArrayRef<llvm::Value*> parts) {
  if (!type.isStructTy() && !type.isVectorTy()) return parts.front();
  llvm::Value* whole = llvm::PoisonValue::get(&type);
  for (unsigned i = 0; i < parts.size(); ++i) {
    whole = type.isStructTy() ? builder.CreateInsertValue(whole, parts[i], i)
                              : builder.CreateInsertElement(whole, parts[i], i);
  }
  return whole;
}

// Waits in a block for values that carry sums, each number once, and gives them as they are then.
std::vector<llvm::Value*> wait_in(llvm::BasicBlock& block, llvm::ArrayRef<llvm::Instruction*> values) {
  llvm::IRBuilder<> builder(block.getTerminator());
  std::vector<std::vector<llvm::Value*>> parts;
  llvm::SmallMapVector<llvm::Value*, unsigned, 16> numbers;
  for (llvm::Instruction* value : values) {
    parts.push_back(parts_of(builder, *value));
    for (llvm::Value* part : parts.back()) {
      if (!llvm::isa<llvm::Constant>(part)) numbers.try_emplace(part, numbers.size());
    }
  }
  std::vector<llvm::Value*> started;
  for (const auto& [part, number] : numbers) started.push_back(part);
  const std::vector<llvm::Value*> sums = wait_for_sums(builder, started);
  std::vector<llvm::Value*> after;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (llvm::Value*& part : parts[i]) {
      const auto* found = numbers.find(part);
      if (found != numbers.end()) part = sums[found->second];
    }
    after.push_back(whole_of(builder, *values[i]->getType(), parts[i]));
  }
  return after;
}

llvm::BasicBlock* block_of(const llvm::Use& use) {
  auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
}

// Gives each edge that leaves a loop a block of its own without phis. Splitting one may change the others.
llvm::SetVector<llvm::BasicBlock*> split_exit_edges(const llvm::Loop& loop, llvm::DominatorTree& dominators,
                                                    llvm::LoopInfo& loops) {
  llvm::SetVector<llvm::BasicBlock*> exits;
  while (true) {
    llvm::SmallVector<llvm::Loop::Edge> edges;
    loop.getExitEdges(edges);
    const auto* edge = llvm::find_if(edges, [&](const auto& one) { return !exits.contains(one.second); });
    if (edge == edges.end()) return exits;
    llvm::BasicBlock* exit = llvm::SplitEdge(edge->first, edge->second, &dominators, &loops);
    llvm::FoldSingleEntryPHINodes(exit);
    exits.insert(exit);
  }
}

// Finds what carries the sums of a loop's products that are not waited for.
Instructions carriers_in(const llvm::Loop& loop) {
  Instructions products;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (is_group_product(instruction)) products.insert(&instruction);
    }
  }
  return uses_of(std::move(products)).carriers;
}

// True where a use reads a value that an exit of its loop leaves.
bool is_read_behind(llvm::BasicBlock& exit, llvm::Instruction& value, const std::vector<llvm::Use*>& uses,
                    const llvm::DominatorTree& dominators) {
  if (!dominators.dominates(value.getParent(), &exit)) return false;
  const llvm::SmallPtrSet<llvm::BasicBlock*, 1> made_anew = {value.getParent()};
  return llvm::any_of(uses, [&](const llvm::Use* use) {
    return llvm::isPotentiallyReachable(&exit, block_of(*use), &made_anew, &dominators);
  });
}

// Waits on each edge that leaves a loop, in a block of its own, for the sums that are read behind it.
void wait_behind(llvm::Loop& loop, llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  const llvm::SetVector<llvm::BasicBlock*> exits = split_exit_edges(loop, dominators, loops);
  llvm::MapVector<llvm::Instruction*, std::vector<llvm::Use*>> read;
  for (llvm::Instruction* carrier : carriers_in(loop)) {
    if (!loop.contains(carrier)) continue;
    for (llvm::Use& use : carrier->uses()) {
      if (!loop.contains(block_of(use))) read[carrier].push_back(&use);
    }
  }
  llvm::MapVector<llvm::Instruction*, std::vector<std::pair<llvm::BasicBlock*, llvm::Value*>>> waited;
  for (llvm::BasicBlock* exit : exits) {
    std::vector<llvm::Instruction*> values;
    for (const auto& [value, uses] : read) {
      if (is_read_behind(*exit, *value, uses, dominators)) values.push_back(value);
    }
    const std::vector<llvm::Value*> after = wait_in(*exit, values);
    for (std::size_t i = 0; i < values.size(); ++i) waited[values[i]].emplace_back(exit, after[i]);
  }
  for (const auto& [value, uses] : read) {
    llvm::SSAUpdater updater;
    updater.Initialize(value->getType(), value->getName());
    for (const auto& [exit, after] : waited[value]) updater.AddAvailableValue(exit, after);
    for (llvm::Use* use : uses) updater.RewriteUse(*use);
  }
}

}  // namespace

llvm::PreservedAnalyses NvptxOverlapGroupProducts::run(llvm::Function& function,
                                                       llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::CallInst*> waits;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_wait_for_sums(instruction)) waits.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  if (waits.empty()) return llvm::PreservedAnalyses::all();
  llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  llvm::SetVector<llvm::Loop*> left;
  std::vector<llvm::CallInst*> dropped;
  for (llvm::CallInst* wait : waits) {
    llvm::Loop* loop = loops.getLoopFor(wait->getParent());
    if (loop == nullptr || !can_be_dropped(*wait, *loop)) continue;
    left.insert(loop);
    dropped.push_back(wait);
  }
  for (llvm::CallInst* wait : dropped) drop(*wait);
  for (llvm::Loop* loop : left) wait_behind(*loop, dominators, loops);
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
