// Looks up opcodes of AMDGPU by name, since LLVM's public headers do not declare them.
#pragma once

#include <llvm/CodeGen/TargetInstrInfo.h>

namespace clc::worker {

// Returns the opcode of an instruction, such as V_MOV_B32_e32; 0 if there is none.
unsigned instruction_named(llvm::StringRef name, const llvm::TargetInstrInfo& instructions);

}  // namespace clc::worker
