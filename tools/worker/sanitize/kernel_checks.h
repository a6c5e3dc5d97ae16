// Puts checks into one kernel.
#pragma once

#include "clc/base/result.h"
#include "clc/internal/check_table.h"
#include "clc/package/interface.h"
#include "protocol/sanitize_section.h"
#include "worker/sanitize/barrier_votes.h"
#include "worker/sanitize/check_writer.h"
#include "worker/sanitize/checked_loops.h"
#include "worker/sanitize/memory_origins.h"
#include "worker/sanitize/planned_access.h"

namespace clc::worker {

// True where loops are copied (checked_loops.h): other checks of the same accesses cost many times what that saves.
bool copies_loops(const Checks& checks);

class KernelChecks {
 public:
  // The kernel has all that it calls inlined, its hidden argument at the end, and the library of checks in its module.
  // `meets`: its items meet in memory before barriers.
  KernelChecks(llvm::Function& kernel, const KernelInterface& interface, const Checks& checks, bool meets);

  Result<CheckedKernel> run();

 private:
  bool wants(Check check) const { return checks_.contains(check); }
  std::optional<MemoryObject> describe(llvm::Value& object);
  std::optional<MemoryObject> describe_argument(const llvm::Argument& argument);
  void plan();
  static bool may_write_unknown_local(const PlannedAccess& one);
  void plan_shadow(const PlannedAccess& one);
  std::optional<std::vector<LoopAccess>> loop_accesses(llvm::Instruction& at) const;
  std::optional<LoopAccess> loop_access(const PlannedAccess& one) const;
  std::vector<std::uint64_t> regions_of(const MemoryOrigin& origin) const;
  bool is_written(std::uint64_t region) const { return llvm::is_contained(table_.written, region); }
  void note_written(const MemoryOrigin& origin);
  bool is_known_right(const PlannedAccess& one) const;
  bool is_looked_for(const CheckedAccess& access) const;
  void check_memory(llvm::Instruction& at, std::vector<PlannedAccess>& accesses);
  static void load_elsewhere(llvm::CallBase& call, llvm::Value* is_right, const PlannedAccess& one);
  llvm::Value* check_bounds(llvm::Instruction& at, const PlannedAccess& one);
  void check_alignment(llvm::Instruction& at, const PlannedAccess& one);
  void track(llvm::Instruction& at, const PlannedAccess& one);
  void track_local(llvm::Instruction& at, llvm::Instruction& point, const PlannedAccess& one, llvm::Value* offset);
  void track_global_copy(llvm::Instruction& at, const PlannedAccess& one, llvm::Value* offset);
  void count_copies(llvm::CallBase& call);
  llvm::Value* kind_of(const PlannedAccess& one) const;
  llvm::Value* shift_of(std::uint64_t shift) const;
  llvm::Value* value_of(llvm::IRBuilder<>& builder, const CheckedAccess& access);
  void count_barriers(llvm::CallBase& call);
  void hold_votes();
  void meet_before(llvm::CallBase& call, const char* function, const Checked& checked);
  void count_sub_group_calls(llvm::CallBase& call, const std::string& name);
  void record_sub_groups();
  void record_bases();

  llvm::Function& kernel_;
  const KernelInterface& interface_;
  const Checks& checks_;
  const bool meets_;
  CheckedKernel table_;
  CheckWriter writer_;
  MemoryOrigins origins_;
  PlannedAccesses planned_;
  std::vector<llvm::Instruction*> order_;
  std::vector<BarrierVote> votes_;
  bool has_sub_group_functions_ = false, has_copies_ = false, knows_events_ = false;
  bool hides_local_writes_ = false;  // some may be of any local memory
};

}  // namespace clc::worker
