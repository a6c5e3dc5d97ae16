#include "worker/server/live_command.h"

#include "protocol/machine/machine_steps.h"
#include "worker/insight/live/count_live.h"
#include "worker/server/answer_input.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace clc::worker {
namespace {

Result<DecodedCode> decoded(const Bytes& input) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  return decode_code_object(input);
}

Result<Bytes> live_registers_of(const Bytes& input) {
  const Result<DecodedCode> code = decoded(input);
  if (!code) return fail(code);
  return encode_live_registers(live_registers(*code));
}

MachineStep step_of(const DecodedInstruction& one) {
  MachineStep step;
  step.address = one.address;
  step.mnemonic = one.mnemonic;
  step.latency = one.latency;
  step.falls_through = one.falls_through;
  for (const Half half : one.reads) step.reads.push_back({half});
  for (const std::vector<Half>* written : {&one.writes, &one.partial_writes}) {
    for (const Half half : *written) step.writes.push_back({half});
  }
  for (const std::uint64_t target : one.targets) step.targets.push_back({target});
  return step;
}

Result<Bytes> machine_steps_of(const Bytes& input) {
  const Result<DecodedCode> code = decoded(input);
  if (!code) return fail(code);
  std::vector<MachineFunction> functions;
  for (const DecodedFunction& one : code->functions) {
    MachineFunction& function = functions.emplace_back();
    function.name = one.name;
    for (const DecodedInstruction& instruction : one.instructions) function.steps.push_back(step_of(instruction));
  }
  return encode_machine_steps(functions);
}

}  // namespace

int print_live_registers() {
  return answer_input(live_registers_of);
}

int print_machine_steps() {
  return answer_input(machine_steps_of);
}

}  // namespace clc::worker
