// Counts the registers that are alive before each instruction of machine code and of PTX: their value is still needed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "insight/disasm/disasm.h"
#include "insight/disasm/live_values.h"

namespace clc {

// The instruction of a function before which the most registers are alive.
struct MostAlive {
  std::uint64_t registers = 0;           // registers of 32 bits of a work-item
  std::optional<std::uint64_t> of_wave;  // the most scalar (AMD) or uniform (NVIDIA) registers, at any instruction
  std::string place;                     // "kernel.cl:12"; empty: compiled without -g, or the line is not known
};

// Finds the most live registers of each function. clc-worker counts them in AMD's code objects, and nvdisasm in cubins.
// In PTX they are virtual registers, and in kernels of SPIR-V values. Other binaries have no entries, and neither have
// functions that are not understood.
Result<std::map<std::string, MostAlive>> most_alive(BytesView binary, const DisassemblyOptions& options);

// Adds a comment behind each instruction of AMD's code objects, cubins and PTX: "alive: 12 vector, 9 scalar", of which
// the most are marked; or the registers' names, "alive: v0-11s0-8".
Result<void> add_live_registers(BytesView binary, const DisassemblyOptions& options, AliveText said, SplitText& split);

}  // namespace clc
