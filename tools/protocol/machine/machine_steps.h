// The worker's answer about an AMD code object: what each instruction reads and writes, and how long LLVM's scheduling
// model lets others wait for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// A part of a register by LLVM's number, or an address.
struct StepNumber {
  std::uint64_t value = 0;
};

struct MachineStep {
  std::uint64_t address = 0;
  std::string mnemonic;
  std::uint32_t latency = 0;  // cycles of the model
  std::vector<StepNumber> reads, writes;
  std::vector<StepNumber> targets;  // to which it may branch
  bool falls_through = true;
};

struct MachineFunction {
  std::string name;
  std::vector<MachineStep> steps;
};

Bytes encode_machine_steps(const std::vector<MachineFunction>& functions);
Result<std::vector<MachineFunction>> decode_machine_steps(BytesView bytes);

}  // namespace clc
