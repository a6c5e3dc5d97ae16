// Reports functions that are called and not defined (k_compile), except `supplied`, which the driver has.
#pragma once

#include <string>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class CheckUndefinedFunctions : public RequiredPass<CheckUndefinedFunctions> {
 public:
  explicit CheckUndefinedFunctions(std::string supplied = {}) : supplied_(std::move(supplied)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

 private:
  std::string supplied_;
};

}  // namespace clc::worker
