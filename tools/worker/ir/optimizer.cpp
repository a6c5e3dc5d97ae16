#include "worker/ir/optimizer.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include "worker/ir/long_blocks.h"

namespace clc::worker {
namespace {

constexpr const char* k_stub_callee_prefix = "__clang_ocl_kern_imp_";

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

llvm::CodeGenOptLevel codegen_level_of(int optimization) {
  switch (optimization) {
    case 0:
      return llvm::CodeGenOptLevel::None;
    case 1:
      return llvm::CodeGenOptLevel::Less;
    case 2:
      return llvm::CodeGenOptLevel::Default;
    default:
      return llvm::CodeGenOptLevel::Aggressive;
  }
}

}  // namespace

bool is_body_of_kernel(const llvm::Function& function) {
  return function.getName().starts_with(k_stub_callee_prefix);
}

std::unique_ptr<llvm::TargetMachine> make_target_machine(const Machine& machine, int optimization, std::string& error) {
  const llvm::Triple triple(machine.triple);
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return nullptr;
  std::string features;
  for (const std::string& feature : machine.features) features += (features.empty() ? "" : ",") + feature;
  llvm::TargetOptions options;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, machine.cpu, features, options, llvm::Reloc::Static, std::nullopt, codegen_level_of(optimization)));
}

void forget_used(llvm::Module& module) {
  for (const char* name : {"llvm.used", "llvm.compiler.used"}) {
    if (llvm::GlobalVariable* list = module.getNamedGlobal(name)) list->eraseFromParent();
  }
}

void forget_impossible_attributes(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getReturnType()->isPtrOrPtrVectorTy()) continue;
    function.removeRetAttr(llvm::Attribute::NonNull);
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) call->removeRetAttr(llvm::Attribute::NonNull);
    }
  }
}

void keep_only_kernels(llvm::Module& module) {
  for (llvm::Function& function : module) {
    // `extern inline` expects a definition elsewhere, but there is none.
    if (function.hasAvailableExternallyLinkage()) function.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (!is_body_of_kernel(function)) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
  llvm::internalizeModule(module, [](const llvm::GlobalValue& value) {
    const auto* function = llvm::dyn_cast<llvm::Function>(&value);
    return function != nullptr && is_kernel(*function);
  });
}

namespace {

// The part of C's library that chips have: none, but for what LLVM makes of loops that copy or fill memory.
llvm::TargetLibraryInfoImpl c_library_of(const llvm::Module& module) {
  const llvm::TargetLibraryInfoImpl assumed(module.getTargetTriple());
  llvm::TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  for (const llvm::LibFunc function : {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset}) {
    if (llvm::TargetLibraryInfo(assumed).has(function)) library.setAvailable(function);
  }
  return library;
}

// Runs the passes that `add` puts into a pipeline for the machine, with what `extend` registers.
template <class Add>
void run_passes(llvm::Module& module, llvm::TargetMachine& machine, const llvm::PipelineTuningOptions& tuning,
                llvm::function_ref<void(llvm::PassBuilder&)> extend, const Add& add) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(c_library_of(module)); });
  llvm::PassBuilder builder(&machine, tuning);
  extend(builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graph, modules);
  llvm::ModulePassManager passes;
  add(builder, passes);
  passes.run(module, modules);
}

}  // namespace

void optimize(llvm::Module& module, llvm::TargetMachine& machine, int optimization, bool vectorize,
              llvm::function_ref<void(llvm::PassBuilder&)> extend) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = vectorize;
  tuning.SLPVectorization = vectorize;
  run_passes(module, machine, tuning, extend, [&](llvm::PassBuilder& builder, llvm::ModulePassManager& passes) {
    const llvm::OptimizationLevel level = level_of(optimization);
    passes = level == llvm::OptimizationLevel::O0 ? builder.buildO0DefaultPipeline(level)
                                                  : builder.buildPerModuleDefaultPipeline(level);
    passes.addPass(llvm::GlobalDCEPass());
  });
}

bool run_pass(llvm::Module& module, llvm::TargetMachine& machine, llvm::StringRef name) {
  bool is_known = false;
  const auto nothing = [](llvm::PassBuilder& /*builder*/) {};
  run_passes(module, machine, {}, nothing, [&](llvm::PassBuilder& builder, llvm::ModulePassManager& passes) {
    llvm::Error error = builder.parsePassPipeline(passes, name);
    is_known = !error;
    llvm::consumeError(std::move(error));
  });
  return is_known;
}

std::string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
                 std::unique_ptr<llvm::legacy::PassManager> empty) {
  const LongBlocks long_blocks(module);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  const std::unique_ptr<llvm::legacy::PassManager> passes = std::move(empty);  // which goes before what it writes to
  passes->add(new llvm::TargetLibraryInfoWrapperPass(c_library_of(module)));
  if (machine.addPassesToEmitFile(*passes, stream, nullptr, type)) return {};
  passes->run(module);
  return std::string(bytes.begin(), bytes.end());
}

std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  return emit(module, machine, type, std::make_unique<llvm::legacy::PassManager>());
}

}  // namespace clc::worker
