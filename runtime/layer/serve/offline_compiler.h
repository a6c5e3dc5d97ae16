// Lets an installed clc compile a program, in a process of its own that loads no OpenCL layer.
#pragma once

#include <functional>

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "program/followed_program.h"
#include "recording/inclusion_list.h"

namespace clc::layer {

// A program from source as the application gives it.
struct OfflineJob {
  std::string source;
  std::vector<ProgramHeader> headers;  // those given to clCompileProgram
  std::string options;
  std::function<bool()> is_same_now;  // false: a file that it includes has changed since the application's call
};

// The target of clc that makes what this device runs: "nvptx:sm_90", "spirv64:1.2", "driver:NAME".
std::string offline_target(const DeviceFacts& device);

// A package with one module, for this device. `compiler`: the program clc. k_unavailable: there is none;
// k_compile: it did not compile the program.
Result<Package> compile_offline(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device);

// The files that the program asks for, as the driver of this device would.
Result<InclusionList> ask_inclusions(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device);

}  // namespace clc::layer
