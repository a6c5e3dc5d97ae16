// LLVM's code generators, and the text of what they are given.
#pragma once

#include <memory>
#include <string>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace llvm::legacy {
class PassManager;
}

namespace clc::worker {

// LLVM IR as people read it.
std::string text_of(const llvm::Module& module);

// Assembly text or an object, whichever `type` says.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type);
// The same by a pass manager that may change what LLVM adds to it.
std::string emit(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
                 std::unique_ptr<llvm::legacy::PassManager> empty);

}  // namespace clc::worker
