#include "worker/passes/amdgpu_instructions.h"

namespace clc::worker {

unsigned instruction_named(llvm::StringRef name, const llvm::TargetInstrInfo& instructions) {
  for (unsigned number = 0; number < instructions.getNumOpcodes(); ++number) {
    if (instructions.getName(number) == name) return number;
  }
  return 0;
}

}  // namespace clc::worker
