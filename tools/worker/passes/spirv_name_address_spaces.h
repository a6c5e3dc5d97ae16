// Calls builtins that take generic pointers with the address space that the pointer is known to point into.
//   call @_Z10atomic_addPU3AS4...(addrspacecast %p)   becomes   call @_Z10atomic_addPU3AS1...(%p)
// Atomics and the builtins with a second result take generic pointers from OpenCL C 2.0 on, and many drivers take such
// pointers in no atomic instruction. Libraries define atomics for each address space of the atomic object; their other
// pointers are generic, so that only objects are named before they are linked, and all pointers (`all`) behind the
// optimiser. LLVM's infer-address-spaces, which runs before, finds where pointers point.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvNameAddressSpaces : public RequiredPass<SpirvNameAddressSpaces> {
 public:
  explicit SpirvNameAddressSpaces(bool names_all) : names_all_(names_all) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  bool names_all_;
};

}  // namespace clc::worker
