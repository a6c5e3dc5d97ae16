// Instructions of AMD's GPUs, which LLVM's headers do not have: they are found by name.
#pragma once

#include <llvm/CodeGen/TargetInstrInfo.h>

namespace clc::worker {

// The number of an instruction, such as V_MOV_B32_e32; 0 where there is none.
unsigned instruction_named(llvm::StringRef name, const llvm::TargetInstrInfo& instructions);

}  // namespace clc::worker
