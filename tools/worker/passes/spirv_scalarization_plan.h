// Chooses the operations on vectors that Intel's CPU driver computes faster element by element: it vectorises scalar
// operations across work-items, but calls a builtin of vectors once for each work-item.
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

// Selects the candidates that are faster as scalars. Vectors that are contiguous in memory across work-items are
// transposed, those of sixteen work-items at a time; for scattered vectors, extracting and inserting elements costs
// more than scalars gain.
class ScalarizationPlan {
 public:
  // `loops` are those of the function, `candidates` in the order of the function. Rejects those whose vectors are
  // scattered, and then those that use results of rejected ones or feed them.
  ScalarizationPlan(const Divergence& divergence, const llvm::LoopInfo& loops,
                    llvm::ArrayRef<llvm::Instruction*> candidates);

  bool scalarizes(const llvm::Instruction* operation) const { return scalarized_.contains(operation); }

 private:
  // An operation whose operands and users are searched for scattered vectors.
  struct Operation {
    bool is_quick;
    const llvm::Loop* loop;  // the innermost one, or null
  };

  // True for an address that is uniform or has unit stride.
  bool is_contiguous(const llvm::Value* address) const;
  bool is_contiguous(const llvm::CallInst& call, Access access) const;

  // True where the instruction is not scalarised.
  bool stays_vector(const llvm::Instruction& instruction) const;

  // The same for `vloadn` and `vstoren`. Vectors of up to eight bytes are scalarised even in divergent blocks, or where
  // their operands or users are scattered, unless both hold.
  bool access_stays_vector(const llvm::CallInst& call, Access access) const;

  // True for a vector of more than four elements of which some are extracted or shuffled: a call is faster then.
  static bool is_long_with_used_elements(const llvm::Instruction& vector);

  // True for a call with vectors that is not scalarised.
  bool is_vector_call(const llvm::Value* value) const;

  // True for a load, store or call of a scattered vector in the operation's loop. Vectors from outside of the loop are
  // transposed once for all iterations.
  bool is_scattered(const llvm::Value& value, const Operation& operation) const;

  // True for an operation that costs the same on elements as on vectors.
  static bool is_elementwise(const llvm::Value* value);

  bool has_scattered_operand(const llvm::Value* value, const Operation& operation, unsigned depth) const;
  bool feeds_scattered_use(const llvm::Instruction& value, const Operation& operation, unsigned depth) const;

  // The most elementwise operations between the operation and a scattered vector.
  static constexpr unsigned k_deepest = 4;
  const Divergence& divergence_;
  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> scalarized_;
};

}  // namespace clc::worker
