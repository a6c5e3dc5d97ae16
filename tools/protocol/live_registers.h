// The worker's answer about an AMD code object: which registers are live before each instruction, which means that
// their value is still needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct LiveInstruction {
  std::uint64_t address = 0;
  // register_set.h: "v" are registers of a work-item, "a" those of matrix instructions, "s" registers of the wave,
  // without VCC, EXEC and other special ones.
  std::string registers;
  std::string file;  // name of the source; empty: not known
  std::uint32_t line = 0;
};

struct LiveFunction {
  std::string name;
  std::vector<LiveInstruction> instructions;
  std::string unknown;  // why nothing is known of the function; empty: it is known
};

Bytes encode_live_registers(const std::vector<LiveFunction>& functions);
Result<std::vector<LiveFunction>> decode_live_registers(BytesView bytes);

}  // namespace clc
