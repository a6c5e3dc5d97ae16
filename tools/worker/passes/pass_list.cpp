#include "worker/passes/pass_list.h"

#include <optional>

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Support/TimeProfiler.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "base/try.h"
#include "worker/ir/c_library.h"
#include "worker/ir/failure.h"
#include "worker/passes/registry.h"

namespace clc::worker {
namespace {

llvm::OptimizationLevel level_of(int optimization) {
  switch (optimization) {
    case 0:
      return llvm::OptimizationLevel::O0;
    case 1:
      return llvm::OptimizationLevel::O1;
    case 2:
      return llvm::OptimizationLevel::O2;
    default:
      return llvm::OptimizationLevel::O3;
  }
}

std::string text_of_function(const llvm::Function& function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream);
  return text;
}

// Writes what a pass left behind where it differs from what the pass before of the same function.
class LogWriter {
 public:
  LogWriter(PassLog& log, llvm::PassInstrumentationCallbacks& callbacks) : log_(log), callbacks_(callbacks) {
    callbacks.registerAfterPassCallback(
        [this](llvm::StringRef pass, const llvm::Any& unit, const llvm::PreservedAnalyses& /*preserved*/) {
          if (pass.contains('<')) return;  // a list of passes, or an adaptor
          if (const auto* module = llvm::any_cast<const llvm::Module*>(&unit)) {
            for (const llvm::Function& function : **module) write(pass, function);
          } else if (const auto* function = llvm::any_cast<const llvm::Function*>(&unit)) {
            write(pass, **function);
          }
        });
  }

 private:
  void write(llvm::StringRef pass, const llvm::Function& function) {
    if (function.isDeclaration()) return;
    std::string text = text_of_function(function);
    std::string& before = log_.last[function.getName().str()];
    if (text == before) return;
    llvm::StringRef name = callbacks_.getPassNameForClassName(pass);
    if (name.empty()) name = pass;
    log_.text += "; *** after " + name.str() + ": " + function.getName().str() + "\n" + text + "\n";
    before = std::move(text);
  }

  PassLog& log_;
  llvm::PassInstrumentationCallbacks& callbacks_;
};

// Puts each pass into the time trace, as Clang does.
void trace_passes(llvm::PassInstrumentationCallbacks& callbacks) {
  callbacks.registerBeforeNonSkippedPassCallback([](llvm::StringRef pass, const llvm::Any& unit) {
    const auto* function = llvm::any_cast<const llvm::Function*>(&unit);
    llvm::timeTraceProfilerBegin(pass, function == nullptr ? llvm::StringRef() : (*function)->getName());
  });
  callbacks.registerAfterPassCallback(
      [](llvm::StringRef, const llvm::Any&, const llvm::PreservedAnalyses&) { llvm::timeTraceProfilerEnd(); });
  callbacks.registerAfterPassInvalidatedCallback(
      [](llvm::StringRef, const llvm::PreservedAnalyses&) { llvm::timeTraceProfilerEnd(); });
}

}  // namespace

Result<void> run_passes(llvm::Module& module, llvm::TargetMachine& machine, const PassSettings& settings,
                        llvm::function_ref<void(PassList&)> fill) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(c_library_of(module.getTargetTriple())); });
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = settings.vectorizes;
  tuning.SLPVectorization = settings.vectorizes;
  llvm::PassInstrumentationCallbacks callbacks;
  std::optional<LogWriter> writer;
  if (settings.log != nullptr) writer.emplace(*settings.log, callbacks);
  const bool is_traced = llvm::timeTraceProfilerEnabled();
  if (is_traced) trace_passes(callbacks);
  llvm::PassBuilder builder(&machine, tuning, std::nullopt,
                            settings.log != nullptr || is_traced ? &callbacks : nullptr);
  register_passes(builder, machine);
  PassList list(builder);
  fill(list);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graph, modules);
  for (llvm::ModulePassManager& part : list.parts()) {
    CLC_TRY(catch_failure(module.getContext(), [&] { part.run(module, modules); }));
  }
  return {};
}

void PassList::add_optimizer(int level) {
  const llvm::OptimizationLevel optimization = level_of(level);
  add(optimization == llvm::OptimizationLevel::O0 ? builder_.buildO0DefaultPipeline(optimization)
                                                  : builder_.buildPerModuleDefaultPipeline(optimization));
  add(llvm::GlobalDCEPass());
}

Result<void> run_passes(llvm::Module& module, llvm::TargetMachine& machine, llvm::StringRef names) {
  std::optional<Error> unknown;
  auto done = run_passes(module, machine, {}, [&](PassList& list) {
    llvm::ModulePassManager passes;
    if (llvm::Error error = list.builder().parsePassPipeline(passes, names))
      unknown.emplace(ErrorKind::k_crash, llvm::toString(std::move(error)));
    list.add(std::move(passes));
  });
  if (unknown) return fail(*unknown);
  return done;
}

}  // namespace clc::worker
