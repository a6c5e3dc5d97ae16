// Passes builtins a pointer in its own address space instead of a generic one, where the address space is known.
//   call @_Z10atomic_addPU3AS4...(addrspacecast %p)   becomes   call @_Z10atomic_addPU3AS1...(%p)
// Atomics and the builtins with a second result take generic pointers from OpenCL C 2.0 on, and many drivers accept
// those in no atomic instruction. Libraries define atomics for each address space of the atomic object, with generic
// pointers for the rest: only the objects are replaced before libraries are linked, and all pointers (`names_all`)
// after the optimiser. LLVM's infer-address-spaces, which runs before, finds the address spaces.
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
