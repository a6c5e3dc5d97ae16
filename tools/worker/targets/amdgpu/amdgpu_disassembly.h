// The instruction mix of a linked code object, read from its machine code.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "worker/targets/amdgpu/amdgpu_resources.h"

namespace clc::worker {

// LLVM has no disassembler for the chips before gfx8.
bool has_disassembler(const llvm::TargetMachine& machine);

// Adds the instruction mix of each kernel to `into`, except for kernels with an instruction that LLVM cannot read.
void count_machine_code(const Bytes& code_object, const llvm::TargetMachine& machine, Resources& into);

}  // namespace clc::worker
