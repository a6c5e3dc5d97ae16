// Computes the value of one instruction from the values of its operands.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "worker/insight/analysis/lane_value.h"
#include "worker/insight/analysis/work_items.h"

namespace clc::worker {

// One value for each element of a vector; a single one for anything else.
using Elements = llvm::SmallVector<LaneValue, 1>;
using Environment = llvm::DenseMap<const llvm::Value*, Elements>;

class Evaluator {
 public:
  Evaluator(const llvm::Module& module, LaneMath& math, WorkItems& work_items)
      : layout_(module.getDataLayout()), math_(math), work_items_(work_items) {}

  // Takes every instruction but phis, branches, and calls of functions that have a body.
  Elements evaluate(const llvm::Instruction& instruction, const Environment& values);
  Elements operand(const llvm::Value& value, const Environment& values);
  LaneValue scalar(const llvm::Value& value, const Environment& values);

  LaneMath& math() { return math_; }
  unsigned width_of(const llvm::Type& type) const;
  Space space_of(const LaneValue& pointer) const;

 private:
  Elements constant(const llvm::Constant& value);
  Elements of_operator(const llvm::Operator& operation, const Environment& values);
  LaneValue binary(const llvm::Operator& operation, const LaneValue& a, const LaneValue& b);
  LaneValue cast(const llvm::Operator& operation, const LaneValue& value, unsigned width);
  LaneValue address(const llvm::GEPOperator& step, const Environment& values);
  LaneValue compare(llvm::CmpInst::Predicate predicate, const LaneValue& a, const LaneValue& b);
  LaneValue select(const LaneValue& condition, const LaneValue& a, const LaneValue& b);
  Elements call(const llvm::CallBase& call, const Environment& values);
  std::optional<LaneValue> intrinsic(const llvm::CallBase& call, const Environment& values);
  Elements load_elements(const llvm::LoadInst& read, const Environment& values);
  LaneValue load(const llvm::Instruction& at, const LaneValue& pointer, const llvm::Type& type);
  Elements opaque(const llvm::Operator& operation, const Environment& values);
  std::optional<bool> always(llvm::CmpInst::Predicate predicate, const LaneValue& a, const LaneValue& b) const;

  const llvm::DataLayout& layout_;
  LaneMath& math_;
  WorkItems& work_items_;
  llvm::DenseMap<const llvm::Value*, SymbolId> variables_;  // symbols of globals and private arrays
};

// "the value read in line 12"
std::string what_was_read(const llvm::Instruction& at);

}  // namespace clc::worker
