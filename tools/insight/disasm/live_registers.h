// How many registers hold something that is still needed, before each instruction of machine code and of PTX.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "insight/disasm/disasm.h"

namespace clc {

// The instruction of a function before which most registers are alive.
struct MostAlive {
  std::uint64_t registers = 0;           // of a work-item, of 32 bits
  std::optional<std::uint64_t> of_wave;  // AMD's scalar and NVIDIA's uniform registers; the most of these
  std::string place;                     // "kernel.cl:12"; empty: compiled without -g, or no line says
};

// Finds the most live registers of each function: of AMD's code objects through clc-worker, of cubins through nvdisasm,
// of PTX by its text, whose registers are virtual, of kernels of SPIR-V by its values; of other binaries nothing is
// known. A function that is not understood is left out.
Result<std::map<std::string, MostAlive>> most_alive(BytesView binary, const DisassemblyOptions& options);

// Adds a comment behind each instruction: "alive: 12 vector, 9 scalar". Those with the most are marked. SPIR-V
// and other binaries than the above stay as they are.
Result<void> add_live_registers(BytesView binary, const DisassemblyOptions& options, SplitText& split);

}  // namespace clc
