#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/MDBuilder.h>

#include "worker/analyses/memory_calls.h"
#include "worker/ir/kernel_function.h"
#include "worker/sanitize/barrier_intervals.h"
#include "worker/sanitize/function_analyses.h"
#include "worker/sanitize/loop_steps.h"
#include "worker/sanitize/planned_access.h"

namespace clc::worker {
namespace {

constexpr std::uint64_t k_largest_group = std::uint64_t{1} << 30U;  // work-items, far more than devices have

// The least number that get_local_id() or get_local_size() returns, and the first that it never returns.
std::optional<std::pair<std::uint64_t, std::uint64_t>> range_of(const llvm::CallInst& call,
                                                                const std::vector<std::uint64_t>& sizes) {
  const std::string name = called_builtin(call);
  // A loop whose step it is goes forward.
  if (name == "get_local_size") return std::pair{std::uint64_t{1}, k_largest_group + 1};
  if (name != "get_local_id") return std::nullopt;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  const bool is_known = dimension != nullptr && dimension->getZExtValue() < sizes.size();
  return std::pair{std::uint64_t{0}, is_known ? sizes[dimension->getZExtValue()] : k_largest_group};
}

// Tells analyses what these functions return, more closely in a kernel that requires the size of its groups.
void note_local_ids(llvm::Function& kernel) {
  const std::vector<std::uint64_t> sizes = required_group_size(kernel);
  for (llvm::BasicBlock& block : kernel) {
    for (llvm::Instruction& one : block) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&one);
      const auto range = call == nullptr ? std::nullopt : range_of(*call, sizes);
      if (!range) continue;
      const unsigned bits = call->getType()->getIntegerBitWidth();
      call->setMetadata(llvm::LLVMContext::MD_range,
                        llvm::MDBuilder(kernel.getContext())
                            .createRange(llvm::APInt(bits, range->first), llvm::APInt(bits, range->second)));
    }
  }
}

bool is_write(const PlannedAccess& one) {
  return (one.access.kind & k_write) != 0;
}
bool is_plain(const PlannedAccess& one) {
  return (one.access.kind & k_atomic) == 0 && !one.access.is_of_group && !one.access.is_asynchronous;
}
// True for an asynchronous copy, which goes on behind barriers.
bool is_copy(const PlannedAccess& one) {
  return one.access.is_asynchronous && !one.access.has_gaps;
}
bool is_local(const PlannedAccess& one) {
  return one.origin && one.origin->space == MemorySpace::k_local;
}

bool may_meet(const PlannedAccess& one, const PlannedAccess& other) {
  return llvm::any_of(one.origin->objects,
                      [&](llvm::Value* object) { return llvm::is_contained(other.origin->objects, object); });
}

// True for what may wait for other items, or order accesses.
bool may_order(const llvm::Instruction& at) {
  if (at.isAtomic()) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
  return call != nullptr && !call->doesNotAccessMemory() && !llvm::isa<llvm::MemIntrinsic>(at);
}

class Prover {
 public:
  Prover(llvm::Function& kernel, PlannedAccesses& accesses) : known_(kernel), accesses_(accesses) {}

  void prove_inside(PlannedAccess& one) {
    if (!one.origin || one.origin->objects.size() != 1) return;
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(one.origin->size);
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(one.access.bytes);
    if (size == nullptr || bytes == nullptr || bytes->isZero() || bytes->getZExtValue() > size->getZExtValue()) return;
    const llvm::SCEV* offset = known_.evolution.getMinusSCEV(known_.evolution.getSCEV(one.access.pointer),
                                                             known_.evolution.getSCEV(one.origin->objects.front()));
    if (llvm::isa<llvm::SCEVCouldNotCompute>(offset)) return;
    const llvm::ConstantRange range = known_.evolution.getSignedRange(offset);
    one.is_inside =
        range.getSignedMin().isNonNegative() && range.getSignedMax().ule(size->getZExtValue() - bytes->getZExtValue());
  }

  // Local memory: leaves out what no other item writes between the same barriers.
  void prove_alone(const BarrierIntervals& intervals) {
    for (auto& [at, all] : accesses_) {
      for (PlannedAccess& one : all) {
        if (!is_local(one) || one.access.is_of_group || is_copy(one)) continue;
        bool has_write = is_write(one), has_read = false;
        for (const auto& [other_at, others] : accesses_) {
          for (const PlannedAccess& other : others) {
            if (!is_local(other) || other.access.has_gaps || !may_meet(one, other)) continue;
            if (is_write(other) ? has_write : has_read) continue;
            if (!is_copy(other) && !intervals.share(*at, *other_at)) continue;
            (is_write(other) ? has_write : has_read) = true;
          }
        }
        one.is_alone = !has_write;
        one.is_unread = is_write(one) && !has_read;
      }
    }
  }

  // Reads of what the same item reads or writes before, with nothing in between that orders accesses. A write behind
  // does not tell of a read: one that writes what another item has written is none that is wrong, but the read is.
  void prove_covered(llvm::BasicBlock& block) {
    std::vector<PlannedAccess*> since;
    for (llvm::Instruction& at : block) {
      if (may_order(at)) since.clear();
      const auto found = accesses_.find(&at);
      if (found == accesses_.end()) continue;
      for (PlannedAccess& one : found->second) {
        if (!one.origin || !is_plain(one)) continue;
        if (!is_write(one) && llvm::any_of(since, [&](const PlannedAccess* before) { return are_same(*before, one); }))
          one.is_alone = true;
        since.push_back(&one);
      }
    }
  }

 private:
  bool are_same(const PlannedAccess& one, const PlannedAccess& other) {
    if (one.access.bytes != other.access.bytes || !llvm::isa<llvm::ConstantInt>(one.access.bytes)) return false;
    return known_.evolution.getSCEV(one.access.pointer) == known_.evolution.getSCEV(other.access.pointer);
  }

  FunctionAnalyses known_;
  PlannedAccesses& accesses_;
};

}  // namespace

void prove_accesses(llvm::Function& kernel, PlannedAccesses& accesses,
                    llvm::function_ref<bool(const llvm::Instruction&)> is_barrier) {
  note_local_ids(kernel);
  doubt_loop_steps(kernel);
  Prover prover(kernel, accesses);
  for (auto& [at, all] : accesses) {
    for (PlannedAccess& one : all) prover.prove_inside(one);
  }
  prover.prove_alone(BarrierIntervals(kernel, is_barrier));
  for (llvm::BasicBlock& block : kernel) prover.prove_covered(block);
}

}  // namespace clc::worker
