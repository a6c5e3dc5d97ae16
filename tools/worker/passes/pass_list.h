// Lists of passes, and how they run.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include "clc/base/result.h"

namespace clc::worker {

// Base of clc's own passes. They run on `optnone` functions, too, as most of them work around limits of a backend.
template <class Pass>
class RequiredPass : public llvm::PassInfoMixin<Pass> {
 public:
  static bool isRequired() { return true; }

 private:
  RequiredPass() = default;
  friend Pass;
};

// The analyses that a pass preserves which does not change the control-flow graph.
inline llvm::PreservedAnalyses blocks_preserved() {
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

// A module pass that calls a function, for checks and for snapshots of the module in reports.
class Call : public RequiredPass<Call> {
 public:
  explicit Call(std::function<void(llvm::Module&)> function) : function_(std::move(function)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
    if (function_) function_(module);
    return llvm::PreservedAnalyses::none();
  }

 private:
  std::function<void(llvm::Module&)> function_;
};

// The passes of a target's pipeline, in the order in which they run.
class PassList {
 public:
  explicit PassList(llvm::PassBuilder& builder) : builder_(builder), parts_(1) {}

  // Adds a pass over modules or over functions.
  template <class Pass>
  void add(Pass pass) {
    if constexpr (requires(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
                    pass.run(function, analyses);
                  }) {
      parts_.back().addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
    } else {
      parts_.back().addPass(std::move(pass));
    }
  }

  // Adds a pass that may report a failure. After a failure no other pass runs.
  template <class Pass>
  void add_fallible(Pass pass) {
    add(std::move(pass));
    parts_.emplace_back();
  }

  // Adds LLVM's own pipeline of this level, with the callbacks registered at the extension points of builder().
  void add_optimizer(int level);

  llvm::PassBuilder& builder() { return builder_; }

  // The passes, split after each that may fail.
  std::vector<llvm::ModulePassManager>& parts() { return parts_; }

 private:
  llvm::PassBuilder& builder_;
  std::vector<llvm::ModulePassManager> parts_;
};

// The textual IR after each pass that changed it.
struct PassLog {
  std::string text;
  std::map<std::string, std::string> last;  // text of each function
};

struct PassSettings {
  bool vectorizes = false;  // runs LLVM's vectorisers, for targets whose consumer does not vectorise by itself
  PassLog* log = nullptr;
};

// Runs the passes that `fill` adds, up to the first that reports a failure, and returns that.
Result<void> run_passes(llvm::Module& module, llvm::TargetMachine& machine, const PassSettings& settings,
                        llvm::function_ref<void(PassList&)> fill);

// Runs passes by their names in LLVM's `opt` and passes/PassRegistry.def: `function(gvn,dce)`.
Result<void> run_passes(llvm::Module& module, llvm::TargetMachine& machine, llvm::StringRef names);

}  // namespace clc::worker
