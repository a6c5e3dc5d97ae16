// An access that gets checks, and what is known of it before the kernel runs.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>

#include "worker/sanitize/checked_accesses.h"
#include "worker/sanitize/memory_origins.h"

namespace clc::worker {

struct PlannedAccess {
  CheckedAccess access;
  std::optional<MemoryOrigin> origin;
  bool is_inside = false;  // it lies within its object
  bool is_alone = false;   // no other item accesses the same between the same barriers, or another access tells of it
  bool is_unread = false;  // a write of local memory that no item reads between the same barriers
};

using PlannedAccesses = std::map<llvm::Instruction*, std::vector<PlannedAccess>>;

// Marks what needs no check. `is_barrier`: all items of a group reach it.
void prove_accesses(llvm::Function& kernel, PlannedAccesses& accesses,
                    llvm::function_ref<bool(const llvm::Instruction&)> is_barrier);

}  // namespace clc::worker
