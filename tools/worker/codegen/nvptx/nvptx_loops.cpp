#include "worker/codegen/nvptx/nvptx_loops.h"

#include <iterator>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/LoopIdiomRecognize.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace clc::worker {
namespace {

constexpr unsigned k_turns = 4;
constexpr unsigned k_times_more = 2;
constexpr unsigned k_largest_result = 300;    // instructions, as CodeMetrics counts them
constexpr unsigned k_cheap_trip_count = 4;    // what LLVM's own pass takes
constexpr unsigned k_any_trip_count = 1'000;  // instructions before the loop
constexpr unsigned k_few_turns = k_turns * k_times_more * 2;
constexpr const char* k_mark = "clc.unrolled";

// Analyses of a function that unrolling its loops takes.
struct Analyses {
  Analyses(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : loops(analyses.getResult<llvm::LoopAnalysis>(function)),
        evolution(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        dominators(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        assumptions(analyses.getResult<llvm::AssumptionAnalysis>(function)),
        costs(analyses.getResult<llvm::TargetIRAnalysis>(function)),
        remarks(analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function)),
        aliases(analyses.getResult<llvm::AAManager>(function)) {}

  bool unroll(llvm::Loop& loop, unsigned turns) {
    llvm::UnrollLoopOptions options{};
    options.Count = turns;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.SCEVExpansionBudget = k_any_trip_count;
    return llvm::UnrollLoop(&loop, options, &loops, &evolution, &dominators, &assumptions, &costs, &remarks,
                            /*PreserveLCSSA=*/true, nullptr, &aliases) == llvm::LoopUnrollResult::PartiallyUnrolled;
  }

  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  llvm::DominatorTree& dominators;
  llvm::AssumptionCache& assumptions;
  llvm::TargetTransformInfo& costs;
  llvm::OptimizationRemarkEmitter& remarks;
  llvm::AAResults& aliases;
};

// Returns the instructions of a loop that may be copied and has no calls, and 0 of others.
unsigned size_of(const llvm::Loop& loop, Analyses& of) {
  llvm::SmallPtrSet<const llvm::Value*, 32> ephemeral;
  llvm::CodeMetrics::collectEphemeralValues(&loop, &of.assumptions, ephemeral);
  llvm::CodeMetrics metrics;
  for (const llvm::BasicBlock* block : loop.blocks())
    metrics.analyzeBasicBlock(block, of.costs, ephemeral, false, &loop);
  const bool is_good = metrics.NumInsts.isValid() && !metrics.notDuplicatable &&
                       metrics.Convergence == llvm::ConvergenceKind::None && metrics.NumCalls == 0;
  return is_good ? static_cast<unsigned>(metrics.NumInsts.getValue()) : 0;
}

class UnrollLoops : public llvm::PassInfoMixin<UnrollLoops> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    Analyses of(function, analyses);
    bool has_changed = false;
    for (llvm::Loop* loop : of.loops.getLoopsInPreorder()) {
      if (!has_unknown_turns(*loop, of)) continue;
      const unsigned size = size_of(*loop, of);
      if (size == 0 || size * k_turns > k_largest_result) continue;
      const bool is_cheap = !takes_long_to_count(*loop, of);
      if (!of.unroll(*loop, k_turns)) continue;
      has_changed = true;
      if (!is_cheap) continue;
      if (size * k_turns * k_times_more <= k_largest_result) of.unroll(*loop, k_times_more);
      loop->setLoopAlreadyUnrolled();
      llvm::addStringMetadataToLoop(loop, k_mark);
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool has_unknown_turns(llvm::Loop& loop, Analyses& of) {
    if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() != loop.getLoopLatch())
      return false;
    if (llvm::hasUnrollTransformation(&loop) != llvm::TM_Unspecified) return false;
    const llvm::SCEV* turns = of.evolution.getBackedgeTakenCount(&loop);
    const unsigned most = of.evolution.getSmallConstantMaxTripCount(&loop);
    return !llvm::isa<llvm::SCEVConstant>(turns) && !llvm::isa<llvm::SCEVCouldNotCompute>(turns) &&
           (most == 0 || most > k_few_turns);
  }

  static bool takes_long_to_count(llvm::Loop& loop, Analyses& of) {
    llvm::SCEVExpander expander(of.evolution, "turns");
    return expander.isHighCostExpansion(of.evolution.getBackedgeTakenCount(&loop), &loop, k_cheap_trip_count, &of.costs,
                                        loop.getLoopPreheader()->getTerminator());
  }
};

// Drops the mark by which LLVM leaves a loop alone, of which its code generator makes a pragma for ptxas.
class ForgetMarks : public llvm::PassInfoMixin<ForgetMarks> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      if (!llvm::findOptionMDForLoop(loop, k_mark)) continue;
      loop->setLoopID(llvm::makePostTransformationMetadata(function.getContext(), loop->getLoopID(),
                                                           {"llvm.loop.unroll.disable", k_mark}, {}));
    }
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

void set_loop_options() {
  const char* arguments[] = {"clc-worker", "-unroll-threshold=1200", "-unroll-partial-threshold=300"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(arguments)), arguments);
  llvm::DisableLIRP::HashRecognize = true;
}

void add_loop_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
    if (level != llvm::OptimizationLevel::O0) passes.addPass(llvm::AlwaysInlinerPass());
  });
  builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel level) {
    if (level.getSpeedupLevel() < 2) return;
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.addPass(UnrollLoops());
  });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel /*level*/, llvm::ThinOrFullLTOPhase /*phase*/) {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(ForgetMarks()));
      });
}

}  // namespace clc::worker
