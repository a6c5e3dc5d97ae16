#include "worker/passes/spirv_scalarize_short_vectors.h"

#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "worker/analyses/divergence.h"
#include "worker/analyses/operations.h"
#include "worker/passes/spirv_accesses.h"
#include "worker/passes/spirv_geometry.h"
#include "worker/passes/spirv_scalar_functions.h"
#include "worker/passes/spirv_scalarization_plan.h"

namespace clc::worker {
namespace {

// Elements that a loop may carry in vectors: Intel's CPUs have 32 registers.
constexpr unsigned k_most_carried = 32;
constexpr unsigned k_most_carried_of_long = 16;

// Computes one element of scalar operands.
using OfElement = llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)>;

void scalarize(llvm::Instruction& instruction, unsigned operand_count, OfElement of_element) {
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

void scalarize_call(llvm::CallInst& call, llvm::Function* scalar) {
  scalarize(call, call.arg_size(), [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands) {
    llvm::CallInst* result = builder.CreateCall(scalar, operands);
    result->setCallingConv(call.getCallingConv());
    return result;
  });
}

void scalarize_operation(llvm::Instruction& instruction) {
  scalarize(instruction, instruction.getNumOperands(),
            [&](llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> operands) {
              if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
                return builder.CreateCast(cast->getOpcode(), operands[0], instruction.getType()->getScalarType());
              }
              return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(instruction).getOpcode(), operands[0],
                                         operands[1]);
            });
}

// OpenCL leaves the rounding of the product to the implementation.
void expand_mad(llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  llvm::Value* product = builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1));
  call.replaceAllUsesWith(builder.CreateFAdd(product, call.getArgOperand(2)));
  call.eraseFromParent();
}

// The elements of vectors that are loop-carried.
std::uint64_t carried_by(const llvm::Loop& loop) {
  std::uint64_t numbers = 0;
  for (const llvm::PHINode& carried : loop.getHeader()->phis()) {
    if (carried.getType()->isVectorTy()) numbers += elements_of(*carried.getType());
  }
  return numbers;
}

void scalarize_one(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) {
    scalarize_operation(instruction);
  } else if (access_of(*call) != Access::k_none) {
    lower_access(*call);
  } else if (is_long_mad(*call)) {
    expand_mad(*call);
  } else if (is_geometric(*call)) {
    expand_geometric(*call);
  } else if (llvm::Function* scalar = scalar_function(*call); scalar != nullptr) {
    scalarize_call(*call, scalar);
  }
}

bool is_excluded(const llvm::Instruction& instruction, const Divergence& divergence, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(instruction.getParent());
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const unsigned most = call != nullptr && is_long_mad(*call) ? k_most_carried_of_long : k_most_carried;
  const bool is_access = call != nullptr && access_of(*call) != Access::k_none;
  return (divergence.in_divergent_block(instruction) && !is_access) || (loop != nullptr && carried_by(*loop) > most);
}

}  // namespace

llvm::PreservedAnalyses SpirvScalarizeShortVectors::run(llvm::Function& function,
                                                        llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::Instruction*> candidates = scalarization_candidates(function);
  if (candidates.empty()) return llvm::PreservedAnalyses::all();
  const auto& divergence = analyses.getResult<DivergenceAnalysis>(function);
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::erase_if(candidates, [&](const auto* candidate) { return is_excluded(*candidate, divergence, loops); });
  const ScalarizationPlan plan(divergence, loops, candidates);
  for (llvm::Instruction* candidate : candidates) {
    if (plan.scalarizes(candidate)) scalarize_one(*candidate);
  }
  return blocks_preserved();
}

}  // namespace clc::worker
