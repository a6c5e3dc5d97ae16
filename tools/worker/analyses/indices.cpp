#include "worker/analyses/indices.h"

#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace clc::worker {
namespace {

// True for an operation that computes an index from a part of it.
bool computes_index(const llvm::User& user) {
  switch (llvm::cast<llvm::Instruction>(user).getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::PHI:
      return true;
    default:
      return false;
  }
}

bool is_address_of_transposed(const llvm::GetElementPtrInst& address) {
  return llvm::all_of(address.users(), [](const llvm::User* user) {
    return !llvm::isa<llvm::LoadInst, llvm::StoreInst>(user) || is_transposed(*llvm::getLoadStoreType(user));
  });
}

bool has_stride(const llvm::Value* value, const Divergence& divergence,
                llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
  if (!divergence.is_divergent(*value) || !seen.insert(value).second) return true;
  if (llvm::isa<llvm::CallInst>(value)) return Divergence::is_source_call(*value);
  const auto* instruction = llvm::cast<llvm::Instruction>(value);
  const auto operand_has_stride = [&](const llvm::Value* operand) { return has_stride(operand, divergence, seen); };
  const auto is_uniform = [&](unsigned operand) { return !divergence.is_divergent(*instruction->getOperand(operand)); };
  switch (instruction->getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::SExt:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
    case llvm::Instruction::PHI:
      return llvm::all_of(instruction->operand_values(), operand_has_stride);
    case llvm::Instruction::Select:
      return is_uniform(0) && operand_has_stride(instruction->getOperand(1)) &&
             operand_has_stride(instruction->getOperand(2));
    case llvm::Instruction::Shl:
    case llvm::Instruction::Mul:
      return (is_uniform(0) || is_uniform(1)) && llvm::all_of(instruction->operand_values(), operand_has_stride);
    default:
      return false;
  }
}

}  // namespace

bool has_constant_stride(const llvm::Value& number, const Divergence& divergence) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  return has_stride(&number, divergence, seen);
}

bool is_unit_stride(const llvm::Value& number, const Divergence& divergence) {
  if (!divergence.is_divergent(number) || Divergence::is_source_call(number)) return true;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&number);
  if (instruction == nullptr) return false;
  const llvm::Value* first = instruction->getOperand(0);
  if (llvm::isa<llvm::CastInst>(instruction)) return is_unit_stride(*first, divergence);
  const unsigned opcode = instruction->getOpcode();
  if (opcode != llvm::Instruction::Sub && opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Or)
    return false;
  const llvm::Value* second = instruction->getOperand(1);
  if (opcode == llvm::Instruction::Sub || divergence.is_divergent(*first)) std::swap(first, second);
  return !divergence.is_divergent(*first) && is_unit_stride(*second, divergence);
}

bool is_only_index(const llvm::Instruction& number) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  std::vector<const llvm::Instruction*> found{&number};
  while (!found.empty()) {
    const llvm::Instruction* one = found.back();
    found.pop_back();
    for (const llvm::User* user : one->users()) {
      if (llvm::isa<llvm::ICmpInst>(user)) continue;
      if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        if (!is_address_of_transposed(*address)) return false;
        continue;
      }
      if (!computes_index(*user)) return false;
      const auto* next = llvm::cast<llvm::Instruction>(user);
      if (seen.insert(next).second) found.push_back(next);
    }
  }
  return true;
}

bool is_transposed(const llvm::Type& type) {
  constexpr unsigned k_longest_bits = 128;
  return type.getPrimitiveSizeInBits().getFixedValue() <= k_longest_bits;
}

}  // namespace clc::worker
