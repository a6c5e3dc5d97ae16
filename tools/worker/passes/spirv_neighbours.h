// Vectors of work-items that lie beside each other.
#pragma once

#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/passes/spirv_accesses.h"

namespace clc::worker {

// True for `mad` of vectors of eight and sixteen, which are computed as they are.
bool is_long_mad(const llvm::CallInst& call);

// The operations on vectors that Intel's driver for CPUs computes slowly, in the order of the function: functions,
// divisions, conversions, and loads and stores by functions.
std::vector<llvm::Instruction*> slow_operations(llvm::Function& function);

// Vectors of neighbouring work-items, as far as they lie beside each other in memory or come from operations that are
// split.
class Neighbours {
 public:
  // `loops` are those of the function; `split` are the operations that are to be split, in the order of the function.
  // Leaves out those whose vectors stay apart, and then those that compute with the results of these, or for these.
  Neighbours(const Divergence& divergence, const llvm::LoopInfo& loops, llvm::ArrayRef<llvm::Instruction*> split);

  // True for an operation that is left.
  bool splits(const llvm::Instruction* operation) const { return split_.contains(operation); }

 private:
  // An operation for which vectors are followed.
  struct Operation {
    bool is_quick;
    const llvm::Loop* loop;  // the innermost one, or null
  };

  // True where each work-item's number is that of the one before and one more, or all have the same.
  bool count_up(const llvm::Value* number) const;

  // True for an address that is the same for all work-items, or beside that of the work-item before.
  bool is_near(const llvm::Value* address) const;

  // True where the vectors that the instruction computes with stay vectors of one work-item each, so that taking them
  // apart and putting them together would cost more than is won.
  bool are_apart(const llvm::Instruction& instruction) const;

  // As above. Vectors of up to eight bytes are quick even where work-items part, and where what they come from, or go
  // to, lies far apart.
  bool is_access_apart(const llvm::CallInst& call, Access access) const;

  // True for a vector of more than four elements some of which are used one by one, which is quicker by a call.
  static bool is_long_and_taken_apart(const llvm::Instruction& vector);

  // True for a call of a function of vectors that stays one.
  bool is_whole(const llvm::Value* value) const;

  bool is_near(const llvm::CallInst& call, Access access) const;

  // True for a load, store or call of a vector that lies apart. One outside of the operation's loop is taken apart once
  // for all turns.
  bool is_far(const llvm::Value& value, const Operation& operation) const;

  // True for what computes with elements as easily as with vectors.
  static bool passes_on(const llvm::Value* value);

  bool comes_from_afar(const llvm::Value* value, const Operation& operation, unsigned depth) const;

  bool goes_afar(const llvm::Instruction& value, const Operation& operation, unsigned depth) const;

  // The operations that a vector is followed through.
  static constexpr unsigned k_deepest = 4;
  const Divergence& divergence_;
  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> split_;
};

}  // namespace clc::worker
