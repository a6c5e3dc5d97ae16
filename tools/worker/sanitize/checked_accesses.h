// The memory accesses of an instruction, as the checks want them.
#pragma once

#include <vector>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/ValueHandle.h>

#include "worker/ir/address_spaces.h"

namespace clc::worker {

// As in checks.cl: bits of the kind of an access.
enum AccessKind : unsigned { k_read = 0, k_write = 1, k_atomic = 2, k_differs = 4, k_unread = 8, k_beside_copies = 16 };

// Its values follow when checks of other instructions replace them.
struct CheckedAccess {
  const char* what = "load";
  unsigned kind = k_read;
  llvm::WeakTrackingVH pointer = {};
  llvm::WeakTrackingVH bytes = {};   // of 64 bits
  std::uint64_t alignment = 1;       // that the instruction needs
  llvm::WeakTrackingVH stored = {};  // what it writes, where that is one value
  bool is_of_group = false;          // all items do it together: async_work_group_copy
  bool is_asynchronous = false;      // until somebody waits for it
  bool has_gaps = false;             // not all of the bytes are accessed
  bool is_put_back = false;          // a load of a vector of which elements are set, and the others stored again
};

// True for ldmatrix, which all items of a sub-group must execute together.
bool loads_matrix(const llvm::CallBase& call);
// True for instructions of NVIDIA's that the items of a sub-group execute together: shuffles, products of matrices.
bool is_sub_group_instruction(const llvm::CallBase& call);

// Computes pointers before the instruction where it has an index.
std::vector<CheckedAccess> checked_accesses(llvm::Instruction& at);

}  // namespace clc::worker
