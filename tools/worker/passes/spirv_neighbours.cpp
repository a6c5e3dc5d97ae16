#include "worker/passes/spirv_neighbours.h"

#include <array>
#include <string>
#include <string_view>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "worker/analyses/memory_calls.h"
#include "worker/analyses/operations.h"
#include "worker/passes/spirv_geometry.h"
#include "worker/passes/spirv_scalar_functions.h"

namespace clc::worker {
namespace {

constexpr unsigned k_longest_of_operations = 8;

// Divisions and conversions; divisions of numbers of less than 32 bits are as slow one by one.
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

// Functions that take a few instructions.
constexpr std::array k_quick_functions = std::to_array<std::string_view>(
    {"abs",      "abs_diff", "add_sat", "ceil",  "clamp", "clz",   "copysign", "cross",    "ctz",     "degrees",
     "distance", "dot",      "fabs",    "fdim",  "floor", "fma",   "fmax",     "fmin",     "hadd",    "mad",
     "mad24",    "mad_hi",   "max",     "min",   "mix",   "mul24", "mul_hi",   "popcount", "radians", "rhadd",
     "rint",     "rotate",   "round",   "rsqrt", "sign",  "step",  "sub_sat"});

// The time that an operation on a vector takes for each work-item.
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

std::vector<llvm::Instruction*> slow_operations(llvm::Function& function) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (is_slow_operation(instruction) || (call != nullptr && is_slow_function(*call))) found.push_back(&instruction);
  }
  return found;
}

Neighbours::Neighbours(const Divergence& divergence, const llvm::LoopInfo& loops,
                       llvm::ArrayRef<llvm::Instruction*> split)
    : divergence_(divergence), loops_(loops), split_(split.begin(), split.end()) {
  bool changes = true;
  const auto leave = [&](const llvm::Instruction* one) {
    if (split_.contains(one) && are_apart(*one)) changes = split_.erase(one);
  };
  while (changes) {
    changes = false;
    llvm::for_each(split, leave);
    llvm::for_each(llvm::reverse(split), leave);
  }
}

bool Neighbours::count_up(const llvm::Value* number) const {
  if (!divergence_.differs(*number) || Divergence::is_id(*number)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(number);
  if (instruction == nullptr) return false;
  const llvm::Value* first = instruction->getOperand(0);
  if (llvm::isa<llvm::CastInst>(instruction)) return count_up(first);
  const unsigned opcode = instruction->getOpcode();
  if (opcode == llvm::Instruction::Sub) return count_up(first) && !divergence_.differs(*instruction->getOperand(1));
  if (opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Or) return false;
  const llvm::Value* second = instruction->getOperand(1);
  if (divergence_.differs(*first)) std::swap(first, second);
  return !divergence_.differs(*first) && count_up(second);
}

bool Neighbours::is_near(const llvm::Value* address) const {
  if (!divergence_.differs(*address)) return true;
  const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
  if (element == nullptr || element->getNumIndices() != 1) return false;
  const llvm::Value* index = element->getOperand(1);
  if (!divergence_.differs(*index)) return is_near(element->getPointerOperand());
  return !divergence_.differs(*element->getPointerOperand()) && count_up(index);
}

bool Neighbours::are_apart(const llvm::Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call != nullptr && is_long_mad(*call)) return false;
  const Access access = call == nullptr ? Access::k_none : access_of(*call);
  if (access != Access::k_none) return is_access_apart(*call, access);
  const Cost cost = cost_of(instruction);
  if (cost == Cost::k_high) return false;
  const Operation operation{cost == Cost::k_low, loops_.getLoopFor(instruction.getParent())};
  // Products of vectors that were computed are worth it.
  const unsigned depth = call != nullptr && is_geometric(*call) ? k_deepest : 0;
  const auto is_from_afar = [&](const llvm::Value* operand) { return comes_from_afar(operand, operation, depth); };
  return llvm::any_of(instruction.operand_values(), is_from_afar) || goes_afar(instruction, operation, depth);
}

bool Neighbours::is_access_apart(const llvm::CallInst& call, Access access) const {
  if (!is_near(call, access) || is_long_and_taken_apart(call)) return true;
  const bool is_parted = divergence_.is_apart(call);
  const llvm::Type& vector = access == Access::k_load ? *call.getType() : *call.getArgOperand(0)->getType();
  constexpr unsigned k_short_bits = 64;
  const bool is_short = vector.getPrimitiveSizeInBits().getFixedValue() <= k_short_bits;
  if (is_short && !is_parted) return false;
  if (!is_short && is_parted) return true;
  const Operation operation{/*is_quick=*/true, loops_.getLoopFor(call.getParent())};
  return access == Access::k_load ? goes_afar(call, operation, 0)
                                  : comes_from_afar(call.getArgOperand(0), operation, 0);
}

bool Neighbours::is_long_and_taken_apart(const llvm::Instruction& vector) {
  return elements_of(*vector.getType()) > k_longest_of_functions &&
         llvm::any_of(vector.users(), llvm::IsaPred<llvm::ExtractElementInst, llvm::ShuffleVectorInst>);
}

bool Neighbours::is_whole(const llvm::Value* value) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  if (call == nullptr || split_.contains(call)) return false;
  return call->getType()->isVectorTy() ||
         llvm::any_of(call->args(), [](const llvm::Use& argument) { return argument->getType()->isVectorTy(); });
}

bool Neighbours::is_near(const llvm::CallInst& call, Access access) const {
  const unsigned offset = access == Access::k_load ? 0 : 1;
  return !divergence_.differs(*call.getArgOperand(offset + 1)) && count_up(call.getArgOperand(offset));
}

bool Neighbours::is_far(const llvm::Value& value, const Operation& operation) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr || (operation.loop != nullptr && !operation.loop->contains(instruction))) return false;
  const llvm::Value* address = llvm::getLoadStorePointerOperand(instruction);
  if (address == nullptr) return is_whole(instruction);
  return !is_near(address) || (operation.is_quick && !is_transposed(*llvm::getLoadStoreType(instruction)));
}

bool Neighbours::passes_on(const llvm::Value* value) {
  return llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::ShuffleVectorInst,
                   llvm::InsertElementInst, llvm::SelectInst, llvm::PHINode>(value);
}

bool Neighbours::comes_from_afar(const llvm::Value* value, const Operation& operation, unsigned depth) const {
  if (!value->getType()->isVectorTy()) return false;
  if (is_far(*value, operation)) return true;
  const auto is_from_afar = [&](const llvm::Value* operand) { return comes_from_afar(operand, operation, depth + 1); };
  return passes_on(value) && depth < k_deepest &&
         llvm::any_of(llvm::cast<llvm::Instruction>(value)->operand_values(), is_from_afar);
}

bool Neighbours::goes_afar(const llvm::Instruction& value, const Operation& operation, unsigned depth) const {
  return llvm::any_of(value.users(), [&](const llvm::User* user) {
    if (is_far(*user, operation)) return true;
    return passes_on(user) && depth < k_deepest &&
           goes_afar(*llvm::cast<llvm::Instruction>(user), operation, depth + 1);
  });
}

}  // namespace clc::worker
