// Reads the instructions of a kernel from its disassembly, for waits_of().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "insight/disasm/disasm_text.h"
#include "insight/stalls/code_steps.h"
#include "protocol/machine/machine_steps.h"

namespace clc {

// PTX in its own order, which an assembler changes; who reads a register waits for it.
std::vector<CodeStep> ptx_steps(const std::vector<std::string_view>& lines);

// NVIDIA's machine code as nvdisasm prints it. `code` is that of the kernel: its control bits, which nobody prints, say
// how long the next instruction is held back, and which of six counters it waits for. Chips from sm_70 on have them.
Result<std::vector<CodeStep>> sass_steps(const std::vector<std::string_view>& lines, BytesView code);

// AMD's machine code as llvm-objdump prints it, with what clc-worker knows of its instructions. `arch`: "gfx90a"
std::vector<CodeStep> amd_steps(const std::vector<std::string_view>& lines, const MachineFunction& function,
                                std::string_view arch);

}  // namespace clc
