#include "worker/live_command.h"

#include <cstdio>

#include <unistd.h>

#include "clc/internal/file_descriptor.h"
#include "confine/system_calls.h"
#include "worker/live/live_registers.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUDisassembler();
}

namespace clc::worker {
namespace {

int refuse(const char* why) {
  std::fprintf(stderr, "clc-worker: %s\n", why);
  return 1;
}

}  // namespace

int print_live_registers() {
  only_compute();
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  Bytes input;
  if (read_all(STDIN_FILENO, input) != 0) return refuse("standard input cannot be read");
  const Result<DecodedCode> code = decode_code_object(input);
  if (!code) return refuse(code.error().message.c_str());
  const Bytes output = encode_live_registers(live_registers(*code));
  return write_all(STDOUT_FILENO, output) == 0 ? 0 : 1;
}

}  // namespace clc::worker
