// Lets an installed clc compile a program, in a process that loads no OpenCL layer.
#pragma once

#include <functional>

#include "clc/package/package.h"
#include "clc/runtime/device.h"
#include "program/followed_program.h"
#include "recording/inclusion_list.h"

namespace clc::layer {

// A program from source, with the application's options, or one that is linked of several.
struct OfflineJob {
  std::string source;
  std::vector<ProgramHeader> headers;  // the headers of clCompileProgram
  std::string options;
  std::function<bool()> is_same_now;  // returns false when an included file has changed since the application's call
  std::vector<PastBuild> past = {};   // of a link: what led to it, and it
  bool is_linked = false;             // `past` is all that there is of it
};

// Returns the target of clc whose output this device runs: "nvptx:sm_90", "spirv64:1.2", "driver:NAME".
std::string offline_target(const DeviceFacts& device);

// Compiles a package with one module for this device. `compiler` is the path of clc. The error is k_unavailable when
// there is no clc, and k_compile when clc did not compile the program.
// `checks`: those that its kernels get, as --sanitize takes them; empty: none.
Result<Package> compile_offline(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device,
                                const std::string& checks);

// Lists the files that the program includes with the driver of this device.
Result<InclusionList> ask_inclusions(const std::string& compiler, const OfflineJob& job, const DeviceFacts& device);

}  // namespace clc::layer
