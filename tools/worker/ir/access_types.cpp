#include "worker/ir/access_types.h"

#include <llvm/IR/InstIterator.h>

namespace clc::worker {

void drop_access_types(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.setMetadata(llvm::LLVMContext::MD_tbaa, nullptr);
      instruction.setMetadata(llvm::LLVMContext::MD_tbaa_struct, nullptr);
    }
  }
}

}  // namespace clc::worker
