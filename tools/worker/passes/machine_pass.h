// Base classes of passes that run inside a backend, under LLVM's legacy pass manager.
#pragma once

#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Pass.h>
#include <llvm/Support/TypeName.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// Base class of a pass over machine code.
template <class Derived>
class MachinePass : public llvm::MachineFunctionPass {
 public:
  llvm::StringRef getPassName() const override { return llvm::getTypeName<Derived>(); }

 private:
  MachinePass() : llvm::MachineFunctionPass(identity) {}
  friend Derived;

  static inline char identity = 0;
};

// Runs a function pass over IR inside a backend.
template <class Transformation>
class LegacyFunctionPass final : public llvm::FunctionPass {
 public:
  explicit LegacyFunctionPass(llvm::TargetMachine& machine) : llvm::FunctionPass(identity) {
    analyses_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    analyses_.registerPass([] { return llvm::CycleAnalysis(); });
    analyses_.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    analyses_.registerPass([&machine] { return machine.getTargetIRAnalysis(); });
  }
  llvm::StringRef getPassName() const override { return llvm::getTypeName<Transformation>(); }
  bool runOnFunction(llvm::Function& function) override {
    const bool has_changed = !Transformation().run(function, analyses_).areAllPreserved();
    analyses_.clear();
    return has_changed;
  }

 private:
  static inline char identity = 0;
  llvm::FunctionAnalysisManager analyses_;
};

}  // namespace clc::worker
