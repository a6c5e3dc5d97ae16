// Chooses the operations on vectors that Intel's CPU driver computes faster element by element: it vectorises an
// element of several work-items, but calls a builtin of vectors once for each work-item.
#pragma once

#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/passes/spirv_accesses.h"

namespace clc::worker {

// True for `mad` of vectors of eight and sixteen, which become a product and a sum of vectors.
bool is_long_mad(const llvm::CallInst& call);

// The operations on vectors that the driver computes slowly, in the order of the function: builtins, divisions,
// conversions, `vloadn` and `vstoren`.
std::vector<llvm::Instruction*> scalarization_candidates(llvm::Function& function);

// The candidates that are worth it. Vectors of neighbouring work-items are transposed, elements of sixteen at a time,
// where they are contiguous in memory; where they are scattered, extracting and inserting elements costs more than is
// won.
class ScalarizationPlan {
 public:
  // `loops` are those of the function, `candidates` in the order of the function. Leaves out those whose vectors are
  // scattered, and then those that compute with the results of these, or for these.
  ScalarizationPlan(const Divergence& divergence, const llvm::LoopInfo& loops,
                    llvm::ArrayRef<llvm::Instruction*> candidates);

  bool scalarizes(const llvm::Instruction* operation) const { return scalarized_.contains(operation); }

 private:
  // An operation for which vectors are followed.
  struct Operation {
    bool is_quick;
    const llvm::Loop* loop;  // the innermost one, or null
  };

  // True for an address that is the same for all work-items, or next to that of the work-item before.
  bool is_contiguous(const llvm::Value* address) const;
  bool is_contiguous(const llvm::CallInst& call, Access access) const;

  // True where the vectors of the instruction stay vectors of one work-item each.
  bool is_kept(const llvm::Instruction& instruction) const;

  // The same for `vloadn` and `vstoren`. Vectors of up to eight bytes are quick even in divergent blocks, and where
  // their operands or users are scattered.
  bool is_access_kept(const llvm::CallInst& call, Access access) const;

  // True for a vector of more than four elements some of which are used one by one, which is quicker by a call.
  static bool is_long_with_used_elements(const llvm::Instruction& vector);

  // True for a call of a function of vectors that stays one.
  bool keeps_vector(const llvm::Value* value) const;

  // True for a load, store or call of a scattered vector. One outside of the operation's loop is transposed once for
  // all iterations.
  bool is_scattered(const llvm::Value& value, const Operation& operation) const;

  // True for an operation that is as easy on elements as on vectors.
  static bool is_elementwise(const llvm::Value* value);

  bool has_scattered_operand(const llvm::Value* value, const Operation& operation, unsigned depth) const;
  bool feeds_scattered_use(const llvm::Instruction& value, const Operation& operation, unsigned depth) const;

  // The operations that a vector is followed through.
  static constexpr unsigned k_deepest = 4;
  const Divergence& divergence_;
  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> scalarized_;
};

}  // namespace clc::worker
