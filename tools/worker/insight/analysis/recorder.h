// Records the events of a walk through a kernel.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include "protocol/analysis.h"
#include "worker/analyses/operations.h"
#include "worker/insight/analysis/effort.h"
#include "worker/insight/analysis/wave_access.h"

namespace clc::worker {

struct AccessEvent {
  const llvm::Instruction* at = nullptr;
  std::string kind;
  AccessShape shape;
  AccessCost cost;
  Reasons assumes;
  std::uint64_t times = 1;   // number of times that it happens, as far as that is known
  bool is_repeated = false;  // it is in a loop whose number of iterations is not known: `times` counts one iteration
};

enum class Outcome { k_no, k_yes, k_both, k_unknown };

struct BranchEvent {
  const llvm::Instruction* at = nullptr;
  BranchFacts facts;
  // The visit of the loop around the branch; 0 where that is not walked iteration by iteration, or where the branch may
  // leave it.
  std::uint64_t visit = 0;
  Outcome outcome = Outcome::k_unknown;  // for the group
};

struct VectorLoadEvent {
  const llvm::Instruction* at = nullptr;  // the first of the loads
  VectorLoad facts;                       // without elements: the loads make no vector
  std::uint64_t times = 1;
  bool is_repeated = false;
};

// Operations of a block, or bytes of an access, of all work-items of the group.
struct WorkEvent {
  const llvm::Instruction* at = nullptr;
  Operations operations;
  std::uint64_t bytes = 0;                       // bytes that work-items ask for
  std::uint64_t ideal = 0, least = 0, most = 0;  // bytes of transactions
  unsigned doubts = 0;                           // number of doubts, as in Mask
  Reasons doubted;                               // reasons for these doubts
  std::uint64_t times = 1;
  bool is_repeated = false;
  Reasons iterations;  // reasons why the number of iterations is not known
};

class Recorder {
 public:
  struct Mark {
    std::size_t accesses, branches, vector_loads, work;
    EffortRecorder::Mark effort;
  };
  Mark mark() {
    work_mark_ = work_.size();
    return {accesses_.size(), branches_.size(), vector_loads_.size(), work_.size(), effort_.mark()};
  }
  void rollback(const Mark& mark) {
    accesses_.resize(mark.accesses);
    branches_.resize(mark.branches);
    vector_loads_.resize(mark.vector_loads);
    work_.resize(mark.work);
    effort_.rollback(mark.effort);
  }

  void add(AccessEvent event) { accesses_.push_back(std::move(event)); }
  void add(BranchEvent event) { branches_.push_back(std::move(event)); }
  // An access that cannot be counted, and why.
  void add_not_counted(std::string why) { not_counted_.insert(std::move(why)); }
  std::vector<std::string> not_counted() const { return {not_counted_.begin(), not_counted_.end()}; }
  void add(VectorLoadEvent event) { vector_loads_.push_back(std::move(event)); }
  void add(WorkEvent event);
  void add(const llvm::Instruction& barrier, const llvm::Instruction* branch, bool is_proven, const Reasons& names);

  // Multiplies the events since the mark by the number of times that their block runs. `times_of_block` returns nothing
  // where that number is not known.
  template <class F>
  void repeat(const Mark& since, F&& times_of_block) {
    const auto multiply = [&](auto& events, std::size_t first) {
      for (std::size_t i = first; i < events.size(); ++i) {
        const std::optional<std::uint64_t> times = times_of_block(*events[i].at);
        events[i].times = llvm::SaturatingMultiply(events[i].times, times.value_or(1));
        events[i].is_repeated = events[i].is_repeated || !times;
      }
    };
    multiply(accesses_, since.accesses);
    multiply(vector_loads_, since.vector_loads);
    multiply(work_, since.work);
  }
  template <class F>
  void each_work(const Mark& since, F&& change) {
    std::for_each(work_.begin() + static_cast<std::ptrdiff_t>(since.work), work_.end(), change);
  }

  EffortRecorder& effort() { return effort_; }

  // Writes the facts, in the order of their places in the source.
  void finish(KernelFacts& facts) const;

 private:
  std::vector<AccessEvent> accesses_;
  std::vector<BranchEvent> branches_;
  std::vector<VectorLoadEvent> vector_loads_;
  std::vector<WorkEvent> work_;
  Reasons not_counted_;
  EffortRecorder effort_;
  std::size_t work_mark_ = 0;  // number of work events at the last mark: new work does not join older events
  std::vector<std::pair<const llvm::Instruction*, BarrierFault>> barriers_;
};

CodePlace place_of(const llvm::Instruction& at);

}  // namespace clc::worker
