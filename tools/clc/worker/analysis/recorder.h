// What was seen while a kernel was walked through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/Instructions.h>

#include "protocol/analysis.h"
#include "worker/analysis/wave_access.h"

namespace clc::worker {

struct AccessEvent {
  const llvm::Instruction* at = nullptr;
  std::string kind;
  AccessShape shape;
  AccessCost cost;
  Reasons assumes;
  std::uint64_t times = 1;   // that it happens like this
  bool is_repeated = false;  // and how often that, is not known
};

struct BranchEvent {
  const llvm::Instruction* at = nullptr;
  BranchFacts facts;
};

class Recorder {
 public:
  struct Mark {
    std::size_t accesses, branches;
  };
  Mark mark() const { return {accesses_.size(), branches_.size()}; }
  void rollback(const Mark& mark) {
    accesses_.resize(mark.accesses);
    branches_.resize(mark.branches);
  }

  void add(AccessEvent event) { accesses_.push_back(std::move(event)); }
  void add(BranchEvent event) { branches_.push_back(std::move(event)); }
  void add(const llvm::Instruction& barrier, const llvm::Instruction* branch, bool is_proven, const Reasons& names);

  // Multiplies what was seen since, by how often each block was gone through; nothing: not known.
  template <class F>
  void repeat(const Mark& since, F&& times_of_block) {
    for (std::size_t i = since.accesses; i < accesses_.size(); ++i) {
      const std::optional<std::uint64_t> times = times_of_block(*accesses_[i].at);
      accesses_[i].times *= times.value_or(1);
      accesses_[i].is_repeated = accesses_[i].is_repeated || !times;
    }
  }

  // By place in the source, in order.
  void finish(KernelFacts& facts) const;

 private:
  std::vector<AccessEvent> accesses_;
  std::vector<BranchEvent> branches_;
  std::vector<std::pair<const llvm::Instruction*, BarrierFault>> barriers_;
};

CodePlace place_of(const llvm::Instruction& at);

}  // namespace clc::worker
