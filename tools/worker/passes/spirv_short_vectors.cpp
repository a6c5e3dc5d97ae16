#include "worker/passes/spirv_short_vectors.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/operations.h"
#include "worker/passes/spirv_accesses.h"
#include "worker/passes/spirv_geometry.h"
#include "worker/passes/spirv_neighbours.h"
#include "worker/passes/spirv_scalar_functions.h"

namespace clc::worker {
namespace {

// The numbers that a loop may carry from turn to turn in vectors: Intel's CPUs have 32 registers.
constexpr unsigned k_most_carried = 32;
constexpr unsigned k_most_carried_of_long = 16;

// Computes one element, of operands that are numbers.
using OfElement = llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)>;

void split(llvm::Instruction& instruction, unsigned operand_count, OfElement of_element) {
  llvm::IRBuilder<> builder(&instruction);
  if (llvm::isa<llvm::FPMathOperator>(instruction)) builder.setFastMathFlags(instruction.getFastMathFlags());
  llvm::Value* result = llvm::PoisonValue::get(instruction.getType());
  for (std::uint64_t i = 0; i < elements_of(*instruction.getType()); ++i) {
    llvm::SmallVector<llvm::Value*, 3> operands;
    for (unsigned k = 0; k < operand_count; ++k) {
      llvm::Value* operand = instruction.getOperand(k);
      operands.push_back(operand->getType()->isVectorTy() ? builder.CreateExtractElement(operand, i) : operand);
    }
    result = builder.CreateInsertElement(result, of_element(builder, operands), i);
  }
  result->takeName(&instruction);
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

void split_call(llvm::CallInst& call, llvm::Function* scalar) {
  split(call, call.arg_size(), [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands) {
    llvm::CallInst* result = builder.CreateCall(scalar, operands);
    result->setCallingConv(call.getCallingConv());
    return result;
  });
}

void split_operation(llvm::Instruction& instruction) {
  split(instruction, instruction.getNumOperands(),
        [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands) {
          if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
            return builder.CreateCast(cast->getOpcode(), operands[0], instruction.getType()->getScalarType());
          }
          return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(), operands[0],
                                     operands[1]);
        });
}

// OpenCL leaves to `mad` how its product is rounded.
void separate_mad(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  llvm::Value* product = builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1));
  call.replaceAllUsesWith(builder.CreateFAdd(product, call.getArgOperand(2)));
  call.eraseFromParent();
}

// The numbers that a loop carries from turn to turn in vectors.
std::uint64_t carried_by(const llvm::Loop& loop) {
  std::uint64_t numbers = 0;
  for (const llvm::PHINode& carried : loop.getHeader()->phis()) {
    if (carried.getType()->isVectorTy()) numbers += elements_of(*carried.getType());
  }
  return numbers;
}

void split_one(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) {
    split_operation(instruction);
  } else if (access_of(*call) != Access::k_none) {
    write_access(*call);
  } else if (is_long_mad(*call)) {
    separate_mad(*call);
  } else if (is_geometric(*call)) {
    expand_geometric(*call);
  } else if (llvm::Function* scalar = scalar_function(*call); scalar != nullptr) {
    split_call(*call, scalar);
  }
}

void split_short_vectors(llvm::Function& function) {
  std::vector<llvm::Instruction*> found = slow_operations(function);
  if (found.empty()) return;
  const Divergence divergence(function);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  llvm::erase_if(found, [&](const llvm::Instruction* one) {
    const llvm::Loop* loop = loops.getLoopFor(one->getParent());
    const auto* call = llvm::dyn_cast<llvm::CallInst>(one);
    const unsigned most = call != nullptr && is_long_mad(*call) ? k_most_carried_of_long : k_most_carried;
    const bool is_access = call != nullptr && access_of(*call) != Access::k_none;
    return (divergence.is_apart(*one) && !is_access) || (loop != nullptr && carried_by(*loop) > most);
  });
  const Neighbours neighbours(divergence, loops, found);
  for (llvm::Instruction* instruction : found) {
    if (neighbours.splits(instruction)) split_one(*instruction);
  }
}

}  // namespace

void split_short_vectors(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) split_short_vectors(function);
  }
}

}  // namespace clc::worker
