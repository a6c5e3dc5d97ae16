#include "worker/passes/spirv_scalarization_plan.h"

#include <array>
#include <string>
#include <string_view>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/analyses/indices.h"
#include "worker/analyses/memory_calls.h"
#include "worker/analyses/operations.h"
#include "worker/passes/spirv_geometry.h"
#include "worker/passes/spirv_scalar_functions.h"

namespace clc::worker {
namespace {

constexpr unsigned k_longest_of_operations = 8;

// Divisions and conversions. Divisions of less than 32 bits are as slow element by element.
bool is_slow_operation(const llvm::Instruction& instruction) {
  const std::uint64_t elements = elements_of(*instruction.getType());
  if (elements < 2 || elements > k_longest_of_operations) return false;
  if (instruction.isIntDivRem() && instruction.getType()->getScalarSizeInBits() < 32) return false;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
    case llvm::Instruction::FPToSI:
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      return true;
    default:
      return false;
  }
}

bool is_slow_function(const llvm::CallInst& call) {
  return has_scalar_function(call) || is_long_mad(call) || is_geometric(call) || access_of(call) != Access::k_none;
}

// Functions that are lowered to a few instructions.
constexpr std::array k_quick_functions = std::to_array<std::string_view>(
    {"abs",      "abs_diff", "add_sat", "ceil",  "clamp", "clz",   "copysign", "cross",    "ctz",     "degrees",
     "distance", "dot",      "fabs",    "fdim",  "floor", "fma",   "fmax",     "fmin",     "hadd",    "mad",
     "mad24",    "mad_hi",   "max",     "min",   "mix",   "mul24", "mul_hi",   "popcount", "radians", "rhadd",
     "rint",     "rotate",   "round",   "rsqrt", "sign",  "step",  "sub_sat"});

// Time of an operation on a vector per work-item.
enum class Cost { k_low, k_middle, k_high };

Cost cost_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return instruction.isIntDivRem() ? Cost::k_middle : Cost::k_low;
  const std::string name = called_builtin(*call);
  if (call->getIntrinsicID() == llvm::Intrinsic::sqrt || name == "sqrt" || name == "native_sqrt") return Cost::k_middle;
  const bool is_quick =
      name.empty() || llvm::is_contained(k_quick_functions, name) || llvm::StringRef(name).starts_with("convert_");
  return is_quick ? Cost::k_low : Cost::k_high;
}

}  // namespace

bool is_long_mad(const llvm::CallInst& call) {
  return elements_of(*call.getType()) > k_longest_of_functions && called_builtin(call) == "mad";
}

std::vector<llvm::Instruction*> scalarization_candidates(llvm::Function& function) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (is_slow_operation(instruction) || (call != nullptr && is_slow_function(*call))) found.push_back(&instruction);
  }
  return found;
}

ScalarizationPlan::ScalarizationPlan(const Divergence& divergence, const llvm::LoopInfo& loops,
                                     llvm::ArrayRef<llvm::Instruction*> candidates)
    : divergence_(divergence), loops_(loops), scalarized_(candidates.begin(), candidates.end()) {
  bool changes = true;
  const auto leave = [&](const llvm::Instruction* one) {
    if (scalarized_.contains(one) && stays_vector(*one)) changes = scalarized_.erase(one);
  };
  while (changes) {
    changes = false;
    llvm::for_each(candidates, leave);
    llvm::for_each(llvm::reverse(candidates), leave);
  }
}

bool ScalarizationPlan::is_contiguous(const llvm::Value* address) const {
  if (!divergence_.is_divergent(*address)) return true;
  const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
  if (element == nullptr || element->getNumIndices() != 1) return false;
  const llvm::Value* index = element->getOperand(1);
  if (!divergence_.is_divergent(*index)) return is_contiguous(element->getPointerOperand());
  return !divergence_.is_divergent(*element->getPointerOperand()) && is_unit_stride(*index, divergence_);
}

bool ScalarizationPlan::stays_vector(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call != nullptr && is_long_mad(*call)) return false;
  const Access access = call == nullptr ? Access::k_none : access_of(*call);
  if (access != Access::k_none) return access_stays_vector(*call, access);
  const Cost cost = cost_of(instruction);
  if (cost == Cost::k_high) return false;
  const Operation operation{cost == Cost::k_low, loops_.getLoopFor(instruction.getParent())};
  // Geometric functions of vectors that are computed, not loaded, are worth it.
  const unsigned depth = call != nullptr && is_geometric(*call) ? k_deepest : 0;
  const auto is_scattered_operand = [&](const llvm::Value* operand) {
    return has_scattered_operand(operand, operation, depth);
  };
  return llvm::any_of(instruction.operand_values(), is_scattered_operand) ||
         feeds_scattered_use(instruction, operation, depth);
}

bool ScalarizationPlan::access_stays_vector(const llvm::CallInst& call, Access access) const {
  if (!is_contiguous(call, access) || is_long_with_used_elements(call)) return true;
  const bool is_divergent = divergence_.in_divergent_block(call);
  const llvm::Type& vector = access == Access::k_load ? *call.getType() : *call.getArgOperand(0)->getType();
  constexpr unsigned k_short_bits = 64;
  const bool is_short = vector.getPrimitiveSizeInBits().getFixedValue() <= k_short_bits;
  if (is_short && !is_divergent) return false;
  if (!is_short && is_divergent) return true;
  const Operation operation{/*is_quick=*/true, loops_.getLoopFor(call.getParent())};
  return access == Access::k_load ? feeds_scattered_use(call, operation, 0)
                                  : has_scattered_operand(call.getArgOperand(0), operation, 0);
}

bool ScalarizationPlan::is_long_with_used_elements(const llvm::Instruction& vector) {
  return elements_of(*vector.getType()) > k_longest_of_functions &&
         llvm::any_of(vector.users(), llvm::IsaPred<llvm::ExtractElementInst, llvm::ShuffleVectorInst>);
}

bool ScalarizationPlan::is_vector_call(const llvm::Value* value) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  if (call == nullptr || scalarized_.contains(call)) return false;
  return call->getType()->isVectorTy() ||
         llvm::any_of(call->args(), [](const llvm::Use& argument) { return argument->getType()->isVectorTy(); });
}

bool ScalarizationPlan::is_contiguous(const llvm::CallInst& call, Access access) const {
  const unsigned offset = access == Access::k_load ? 0 : 1;
  return !divergence_.is_divergent(*call.getArgOperand(offset + 1)) &&
         is_unit_stride(*call.getArgOperand(offset), divergence_);
}

bool ScalarizationPlan::is_scattered(const llvm::Value& value, const Operation& operation) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || (operation.loop != nullptr && !operation.loop->contains(instruction))) return false;
  const llvm::Value* address = llvm::getLoadStorePointerOperand(instruction);
  if (address == nullptr) return is_vector_call(instruction);
  return !is_contiguous(address) || (operation.is_quick && !is_transposed(*llvm::getLoadStoreType(instruction)));
}

bool ScalarizationPlan::is_elementwise(const llvm::Value* value) {
  return llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::ShuffleVectorInst,
                   llvm::InsertElementInst, llvm::SelectInst, llvm::PHINode>(value);
}

bool ScalarizationPlan::has_scattered_operand(const llvm::Value* value, const Operation& operation,
                                              unsigned depth) const {
  if (!value->getType()->isVectorTy()) return false;
  if (is_scattered(*value, operation)) return true;
  const auto is_scattered_operand = [&](const llvm::Value* operand) {
    return has_scattered_operand(operand, operation, depth + 1);
  };
  return is_elementwise(value) && depth < k_deepest &&
         llvm::any_of(llvm::cast<llvm::Instruction>(value)->operand_values(), is_scattered_operand);
}

bool ScalarizationPlan::feeds_scattered_use(const llvm::Instruction& value, const Operation& operation,
                                            unsigned depth) const {
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    if (is_scattered(*user, operation)) return true;
    return is_elementwise(user) && depth < k_deepest &&
           feeds_scattered_use(*llvm::cast<llvm::Instruction>(user), operation, depth + 1);
  });
}

}  // namespace clc::worker
