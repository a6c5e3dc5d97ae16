// LLVM's code generators, and IR as text.
#pragma once

#include <memory>
#include <string>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace llvm::legacy {
class PassManager;
}

namespace clc::worker {

// Prints LLVM IR as text.
std::string text_of(const llvm::Module& module);

// Generates assembly text or an object, as `type` says.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type);
// The same with an empty pass manager, whose class may replace or drop passes that LLVM adds.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
                 std::unique_ptr<llvm::legacy::PassManager> empty);

}  // namespace clc::worker
