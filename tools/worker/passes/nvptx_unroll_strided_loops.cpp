#include "worker/passes/nvptx_unroll_strided_loops.h"

#include "worker/passes/nvptx_wrapping_loops.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace clc::worker {
namespace {

constexpr unsigned k_iterations = 4;
constexpr unsigned k_largest_unrolled = 300;  // instructions, as CodeMetrics counts them
constexpr unsigned k_cheap_trip_count = 4;    // budget of LLVM's own pass
constexpr unsigned k_any_trip_count = 1'000;  // budget of instructions before the loop

bool writes_nothing(const llvm::Loop& loop) {
  return llvm::none_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& what) { return what.mayHaveSideEffects(); });
  });
}

bool can_be_unrolled(llvm::Loop& loop, llvm::AssumptionCache& assumptions, const llvm::TargetTransformInfo& costs) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() != loop.getLoopLatch()) return false;
  if (llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified) return false;
  llvm::SmallPtrSet<const llvm::Value*, 32> ephemeral;
  llvm::CodeMetrics::collectEphemeralValues(&loop, &assumptions, ephemeral);
  llvm::CodeMetrics metrics;
  for (const llvm::BasicBlock* block : loop.blocks()) metrics.analyzeBasicBlock(block, costs, ephemeral, false, &loop);
  return metrics.NumInsts.isValid() && metrics.NumInsts * k_iterations <= k_largest_unrolled &&
         !metrics.notDuplicatable && metrics.Convergence == llvm::ConvergenceKind::None && metrics.NumCalls == 0;
}

// Lets the iterations of a loop that writes nothing be counted: it ends, which Clang does not say, because OpenCL's C
// is older than that rule, and its counter may not wrap around. True: something was changed.
bool make_countable(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                    llvm::ScalarEvolution& evolution) {
  if (!writes_nothing(loop)) return false;
  const bool is_finite = llvm::hasMustProgress(&loop);
  if (!is_finite) {
    llvm::addStringMetadataToLoop(&loop, "llvm.loop.mustprogress", 1);
    evolution.forgetLoop(&loop);
  }
  const bool is_countable = !llvm::isa<llvm::SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop));
  return (!is_countable && version_wrapping_loop(loop, loops, dominators, evolution)) || !is_finite;
}

bool takes_division_to_count(llvm::Loop& loop, llvm::ScalarEvolution& evolution,
                             const llvm::TargetTransformInfo& costs) {
  const llvm::SCEV* count = evolution.getBackedgeTakenCount(&loop);
  if (llvm::isa<llvm::SCEVConstant>(count) || llvm::isa<llvm::SCEVCouldNotCompute>(count)) return false;
  llvm::SCEVExpander expander(evolution, "trip.count");
  return expander.isHighCostExpansion(count, &loop, k_cheap_trip_count, &costs,
                                      loop.getLoopPreheader()->getTerminator());
}

}  // namespace

llvm::PreservedAnalyses NvptxUnrollStridedLoops::run(llvm::Function& function,
                                                     llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  auto& costs = analyses.getResult<llvm::TargetIRAnalysis>(function);
  auto& remarks = analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function);
  auto& aliases = analyses.getResult<llvm::AAManager>(function);
  bool has_changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!can_be_unrolled(*loop, assumptions, costs)) continue;
    has_changed |= make_countable(*loop, loops, dominators, evolution);
    if (!takes_division_to_count(*loop, evolution, costs)) continue;
    llvm::UnrollLoopOptions options{};
    options.Count = k_iterations;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.SCEVExpansionBudget = k_any_trip_count;
    const llvm::LoopUnrollResult result =
        llvm::UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &costs, &remarks,
                         /*PreserveLCSSA=*/true, nullptr, &aliases);
    has_changed |= result != llvm::LoopUnrollResult::Unmodified;
  }
  return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace clc::worker
