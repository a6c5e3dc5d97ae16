// Lets an installed clc compile a program, in a process of its own that loads no OpenCL layer.
#pragma once

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "program/followed_program.h"

namespace clc::layer {

// A program from source as the application gives it.
struct OfflineJob {
  std::string source;
  std::vector<ProgramHeader> headers;  // of clCompileProgram
  std::string options;
};

// The target of clc that makes what this device runs: "nvptx:sm_90", "spirv64:1.2", "driver:NAME".
std::string offline_target(const DeviceFacts& device);

// A package with one module, for this device. `compiler`: the program clc. k_unavailable: there is none;
// k_compile: it did not compile the program.
Result<Package> compile_offline(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device);

}  // namespace clc::layer
