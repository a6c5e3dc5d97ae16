// Builds programs from binaries and IL, and gets binaries out of programs.
#pragma once

#include <string>

#include "clc/package/bytes.h"
#include "clc/package/interface.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"

namespace clc {

enum class ProgramForm { k_binary, k_il };

struct BuiltProgram {
  ProgramHandle program;
  std::string log;
};

// Creates and builds a program, and creates every kernel of the interface once. An error is k_opencl.
Result<BuiltProgram> build_program(const Queue& queue, ProgramForm form, const Bytes& bytes, const std::string& options,
                                   const Interface& interface);

// The executable that the driver made of a built program for one of its devices.
Result<Bytes> read_binary(cl_program program, cl_device_id device);

}  // namespace clc
