#include "worker/live_command.h"

#include "worker/answer_input.h"
#include "worker/insight/live/count_live.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace clc::worker {
namespace {

Result<Bytes> live_registers_of(const Bytes& input) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  const Result<DecodedCode> code = decode_code_object(input);
  if (!code) return fail(code);
  return encode_live_registers(live_registers(*code));
}

}  // namespace

int print_live_registers() {
  return answer_input(live_registers_of);
}

}  // namespace clc::worker
