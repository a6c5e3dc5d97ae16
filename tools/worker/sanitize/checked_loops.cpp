#include "worker/sanitize/checked_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "clc/internal/check_table.h"
#include "worker/sanitize/checked_accesses.h"
#include "worker/sanitize/function_analyses.h"

namespace clc::worker {
namespace {

constexpr std::size_t k_most_instructions = 500;  // of a loop that is copied
constexpr unsigned k_deepest = 3;                 // loops in one another, and loops that move one pointer
// With fewer iterations and shorter steps, an offset that leaves the object does not come back by wrapping around.
constexpr std::uint64_t k_most_iterations = std::uint64_t{1} << 31U, k_longest_step = std::uint64_t{1} << 30U;

// True for what items of a sub-group may execute together: each would choose a copy of its loop by its own addresses.
// LLVM does not take NVIDIA's products of matrices for convergent.
bool may_be_of_sub_group(const llvm::CallBase& call) {
  const llvm::Function* called = call.getCalledFunction();
  if (called == nullptr) return true;  // assembly
  const llvm::StringRef name = called->getName();
  if (called->isIntrinsic()) return called->isConvergent() || is_sub_group_instruction(call);
  return name.contains("sub_group_") || name.contains("__spirv_CooperativeMatrix") || name.contains("__spirv_Group") ||
         name.contains("__spirv_Subgroup");
}

// All accesses of a loop; nothing where they cannot be proven, or where the loop may not be copied.
std::optional<std::vector<LoopAccess>> accesses_in(const llvm::Loop& loop, LoopAccesses accesses_of) {
  std::vector<LoopAccess> all;
  std::size_t instructions = 0;
  for (llvm::BasicBlock* block : loop.blocks()) {
    instructions += block->size();
    for (llvm::Instruction& one : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
      // Clang takes all functions for convergent; those that write no memory let no item wait.
      const bool may_wait = call != nullptr && !call->onlyReadsMemory() && call->isConvergent();
      if (call != nullptr && (may_wait || call->cannotDuplicate() || may_be_of_sub_group(*call))) return std::nullopt;
      const auto accesses = accesses_of(one);
      if (!accesses) return std::nullopt;
      all.insert(all.end(), accesses->begin(), accesses->end());
    }
  }
  if (all.empty() || instructions > k_most_instructions) return std::nullopt;
  return all;
}

// Numbers of 32 bits and fewer that are extended: computes them in 64 bits, which is the same while they fit.
class Widener : public llvm::SCEVRewriteVisitor<Widener> {
 public:
  struct Narrow {
    const llvm::SCEV* value;
    unsigned bits;
    bool is_signed;
  };

  explicit Widener(llvm::ScalarEvolution& evolution) : llvm::SCEVRewriteVisitor<Widener>(evolution) {}

  const llvm::SCEV* visitSignExtendExpr(const llvm::SCEVSignExtendExpr* one) { return widened(one, true); }
  const llvm::SCEV* visitZeroExtendExpr(const llvm::SCEVZeroExtendExpr* one) { return widened(one, false); }
  const std::vector<Narrow>& narrow() const { return narrow_; }

 private:
  const llvm::SCEV* widened(const llvm::SCEVCastExpr* one, bool is_signed) {
    const llvm::SCEV* from = one->getOperand();
    if (!llvm::isa<llvm::SCEVAddExpr, llvm::SCEVMulExpr, llvm::SCEVAddRecExpr>(from)) return one;
    const llvm::SCEV* wide = extended(from, one->getType(), is_signed);
    narrow_.push_back({wide, static_cast<unsigned>(SE.getTypeSizeInBits(from->getType())), is_signed});
    return wide;
  }

  // Equal in the bits of `from`; how parts are extended does not matter.
  const llvm::SCEV* extended(const llvm::SCEV* from, llvm::Type* type, bool is_signed) {
    llvm::SmallVector<const llvm::SCEV*, 4> parts;
    if (const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(from); steps != nullptr && steps->isAffine()) {
      return SE.getAddRecExpr(extended(steps->getStart(), type, is_signed),
                              extended(steps->getStepRecurrence(SE), type, is_signed), steps->getLoop(),
                              llvm::SCEV::FlagAnyWrap);
    }
    if (llvm::isa<llvm::SCEVAddExpr, llvm::SCEVMulExpr>(from)) {
      for (const llvm::SCEV* part : from->operands()) parts.push_back(extended(part, type, is_signed));
      return llvm::isa<llvm::SCEVAddExpr>(from) ? SE.getAddExpr(parts) : SE.getMulExpr(parts);
    }
    return is_signed || llvm::isa<llvm::SCEVConstant>(from) ? SE.getSignExtendExpr(from, type)
                                                            : SE.getZeroExtendExpr(from, type);
  }

  std::vector<Narrow> narrow_;
};

class LoopCopier {
 public:
  LoopCopier(llvm::Function& function, llvm::BasicBlock* header)
      : known_(function),
        loop_(known_.loops.getLoopFor(header)),
        expander_(known_.evolution, "inside"),
        number_(llvm::Type::getInt64Ty(function.getContext())) {}

  const llvm::Loop& loop() const { return *loop_; }

  // Returns false, and changes nothing, where the loop cannot be copied.
  bool run(LoopAccesses accesses_of) {
    if (!loop_->isLoopSimplifyForm() || !loop_->isRecursivelyLCSSAForm(known_.dominators, known_.loops)) return false;
    const auto accesses = accesses_in(*loop_, accesses_of);
    if (!accesses) return false;
    at_ = loop_->getLoopPreheader()->getTerminator();
    const bool needs_places = llvm::any_of(*accesses, [](const LoopAccess& one) { return one.pointer != nullptr; });
    for (const llvm::Loop* one : known_.loops.getLoopsInPreorder()) {
      if (needs_places && loop_->contains(one) && !count_iterations(*one)) return false;
    }
    for (const LoopAccess& one : *accesses) {
      if (one.pointer != nullptr && !add_widened(one)) return false;
      if (one.shadow != nullptr) shadows_.insert(one.shadow);
    }
    copy();
    return true;
  }

 private:
  struct Place {
    const llvm::SCEV* value;
    LoopAccess access;
  };

  // True for what has one value before and in all loops.
  bool is_known(const llvm::SCEV* value) {
    return known_.evolution.isLoopInvariant(value, loop_) && expander_.isSafeToExpandAt(value, at_);
  }

  // Notes the number of a loop's last iteration, at most. Returns false where it is not known before all loops.
  bool count_iterations(const llvm::Loop& one) {
    const llvm::SCEV* most = known_.evolution.getSymbolicMaxBackedgeTakenCount(&one);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(most) || known_.evolution.getTypeSizeInBits(most->getType()) > 64)
      return false;
    iterations_[&one] = known_.evolution.getNoopOrZeroExtend(most, number_);
    return is_known(most) && one.getLoopDepth() - loop_->getLoopDepth() < k_deepest;
  }

  bool add_widened(const LoopAccess& access) {
    Widener widener(known_.evolution);
    if (!add(widener.visit(known_.evolution.getSCEV(access.pointer)), access)) return false;
    return llvm::all_of(widener.narrow(), [this](const Widener::Narrow& one) {
      if (known_.evolution.getTypeSizeInBits(one.value->getType()) != 64 || one.bits > 32) return false;
      const std::uint64_t numbers = std::uint64_t{1} << one.bits;
      const std::uint64_t least = one.is_signed ? 0 - numbers / 2 : 0;
      return add(one.value,
                 {nullptr, 1, llvm::ConstantInt::get(number_, least), llvm::ConstantInt::get(number_, numbers)});
    });
  }

  // Notes the first and last place of an access, of all loops, of which `left` may be left. Returns false where they
  // are not known.
  bool add(const llvm::SCEV* place, const LoopAccess& access, unsigned left = k_deepest) {
    llvm::ScalarEvolution& evolution = known_.evolution;
    if (is_known(place)) {
      const auto is_same = [&](const Place& one) {
        return one.value == place && one.access.bytes == access.bytes && one.access.size == access.size;
      };
      if (llvm::none_of(places_, is_same)) places_.push_back({place, access});
      return true;
    }
    const auto* steps = llvm::dyn_cast<llvm::SCEVAddRecExpr>(place);
    if (left == 0 || steps == nullptr || !steps->isAffine() || !iterations_.contains(steps->getLoop())) return false;
    const llvm::SCEV* step = steps->getStepRecurrence(evolution);
    if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(step)) {
      if (constant->getAPInt().abs().uge(k_longest_step)) return false;
    } else if (!is_known(step)) {
      return false;
    } else {
      steps_.insert(step);
    }
    if (evolution.getTypeSizeInBits(step->getType()) < 64) ways_.insert({steps->getLoop(), step});
    const llvm::SCEV* count = evolution.getTruncateOrNoop(iterations_[steps->getLoop()], step->getType());
    return add(steps->getStart(), access, left - 1) &&
           add(steps->evaluateAtIteration(count, evolution), access, left - 1);
  }

  // True where all that the copy relies on holds.
  llvm::Value* condition() {
    llvm::IRBuilder<> builder(at_);
    llvm::Value* all = builder.getTrue();
    for (llvm::Value* shadow : shadows_)
      all = builder.CreateAnd(all, builder.CreateICmpEQ(shadow, builder.getInt64(k_no_shadow)));
    for (const auto& [one, iterations] : iterations_) {
      llvm::Value* count = expander_.expandCodeFor(iterations, number_, at_->getIterator());
      builder.SetInsertPoint(at_);
      all = builder.CreateAnd(all, builder.CreateICmpULT(count, builder.getInt64(k_most_iterations)));
    }
    for (const llvm::SCEV* step : steps_) {
      llvm::Value* value =
          builder.CreateSExt(expander_.expandCodeFor(step, step->getType(), at_->getIterator()), number_);
      builder.SetInsertPoint(at_);
      llvm::Value* moved = builder.CreateAdd(value, builder.getInt64(k_longest_step));
      all = builder.CreateAnd(all, builder.CreateICmpULT(moved, builder.getInt64(2 * k_longest_step)));
    }
    // An offset of fewer bits comes back sooner.
    for (const auto& [one, step] : ways_) {
      llvm::Value* count = expander_.expandCodeFor(iterations_[one], number_, at_->getIterator());
      llvm::Value* each = expander_.expandCodeFor(step, step->getType(), at_->getIterator());
      builder.SetInsertPoint(at_);
      const std::uint64_t longest = std::uint64_t{1} << (known_.evolution.getTypeSizeInBits(step->getType()) - 4);
      llvm::Value* way = builder.CreateMul(count, builder.CreateSExt(each, number_));
      llvm::Value* moved = builder.CreateAdd(way, builder.getInt64(longest));
      all = builder.CreateAnd(all, builder.CreateICmpULT(moved, builder.getInt64(2 * longest)));
    }
    for (const auto& [value, access] : places_) {
      llvm::Value* address = expander_.expandCodeFor(value, value->getType(), at_->getIterator());
      builder.SetInsertPoint(at_);
      if (address->getType()->isPointerTy()) address = builder.CreatePtrToInt(address, number_);
      llvm::Value* has_room = builder.CreateICmpULE(builder.getInt64(access.bytes), access.size);
      llvm::Value* room = builder.CreateSub(access.size, builder.getInt64(access.bytes));
      llvm::Value* offset = builder.CreateSub(address, access.base);
      all = builder.CreateAnd(all, builder.CreateAnd(has_room, builder.CreateICmpULE(offset, room)));
    }
    return all;
  }

  void copy() {
    llvm::Value* is_inside = condition();
    llvm::BasicBlock* before = loop_->getLoopPreheader();
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop_->getUniqueExitBlocks(exits);
    llvm::BasicBlock* entry = llvm::SplitBlock(before, before->getTerminator(), &known_.dominators, &known_.loops);
    llvm::ValueToValueMapTy map;
    llvm::SmallVector<llvm::BasicBlock*, 8> blocks;
    llvm::cloneLoopWithPreheader(entry, before, loop_, map, ".inside", &known_.loops, &known_.dominators, blocks);
    llvm::remapInstructionsInBlocks(blocks, map);
    for (llvm::BasicBlock* exit : exits) {
      for (llvm::PHINode& phi : exit->phis()) {
        for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
          if (!loop_->contains(phi.getIncomingBlock(i))) continue;
          llvm::Value* value = phi.getIncomingValue(i);
          llvm::Value* mapped = map.lookup(value);
          phi.addIncoming(mapped != nullptr ? mapped : value,
                          llvm::cast<llvm::BasicBlock>(map[phi.getIncomingBlock(i)]));
        }
      }
    }
    llvm::Instruction* old = before->getTerminator();
    llvm::IRBuilder<>(old).CreateCondBr(is_inside, llvm::cast<llvm::BasicBlock>(map[entry]), entry);
    old->eraseFromParent();
  }

  FunctionAnalyses known_;
  llvm::Loop* loop_;
  llvm::SCEVExpander expander_;
  llvm::Type* number_;
  llvm::Instruction* at_ = nullptr;
  llvm::MapVector<const llvm::Loop*, const llvm::SCEV*> iterations_;               // at most, without the first
  llvm::SmallSetVector<const llvm::SCEV*, 4> steps_;                               // that are not constant
  llvm::SmallSetVector<std::pair<const llvm::Loop*, const llvm::SCEV*>, 4> ways_;  // of fewer than 64 bits
  std::vector<Place> places_;
  llvm::SmallSetVector<llvm::Value*, 4> shadows_;
};

}  // namespace

void copy_checked_loops(llvm::Function& kernel, LoopAccesses accesses_of) {
  std::vector<llvm::BasicBlock*> headers;
  {
    const FunctionAnalyses known(kernel);
    for (const llvm::Loop* loop : known.loops) headers.push_back(loop->getHeader());
  }
  while (!headers.empty()) {
    llvm::BasicBlock* header = headers.back();
    headers.pop_back();
    LoopCopier copier(kernel, header);
    if (copier.run(accesses_of)) continue;
    for (const llvm::Loop* inner : copier.loop()) headers.push_back(inner->getHeader());
  }
}

}  // namespace clc::worker
