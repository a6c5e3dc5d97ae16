#include "worker/passes/rename_own_functions.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

#include "worker/ir/kernel_function.h"

namespace clc::worker {
namespace {

// Functions of OpenCL are mangled as functions outside of all namespaces: `_Z3powff`.
bool is_mangled_as_builtin(llvm::StringRef name) {
  return name.consume_front("_Z") && !name.empty() && llvm::isDigit(name.front());
}

bool is_reserved_name(llvm::StringRef name, const llvm::TargetLibraryInfoImpl& c_library) {
  llvm::LibFunc function{};
  return name.starts_with("__") || is_mangled_as_builtin(name) || c_library.getLibFunc(name, function);
}

}  // namespace

llvm::PreservedAnalyses RenameOwnFunctions::run(llvm::Module& module, llvm::ModuleAnalysisManager& /*analyses*/) {
  const llvm::TargetLibraryInfoImpl c_library{llvm::Triple()};
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || is_kernel(function) || is_body_of_kernel(function)) continue;
    if (is_reserved_name(function.getName(), c_library)) function.setName("own_" + function.getName());
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace clc::worker
