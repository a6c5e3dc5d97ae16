// Memory accesses that lie side by side, joined as the code generator does it.
#pragma once

#include <memory>

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace clc::worker {

// The optimiser takes a vector apart that is read by its components, and the code generators of GPUs join the accesses
// again. Null where nothing in the module can be joined: then the module is as the code generator will see it.
std::unique_ptr<llvm::Module> copy_with_joined_accesses(const llvm::Module& module, llvm::TargetMachine& machine);

void join_accesses(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace clc::worker
