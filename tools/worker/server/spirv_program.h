// Programs that came as SPIR-V: nobody compiles them here, but their constants get values, and their kernels are told.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "protocol/build_option.h"

namespace clc::worker {

struct SpirvProgram {
  std::vector<std::uint32_t> words;
  Interface interface;
  std::uint32_t address_bits = 64;
  std::uint32_t minor_version = 0;  // 2 of SPIR-V 1.2
};

// Reads a module and gives its specialisation constants the values that options name (--specialize=ID=BITS); others
// keep those of the module. Errors are k_compile.
Result<SpirvProgram> read_spirv_program(BytesView il, const BuildOptions& options);

}  // namespace clc::worker
