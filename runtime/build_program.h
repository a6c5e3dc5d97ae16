// Builds programs from binaries and IL, and gets binaries out of programs.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/package/interface.h"
#include "clc/runtime/device.h"
#include "clc/runtime/handles.h"

namespace clc {

// The place where a program is built: a context, and a device of it.
struct BuildPlace {
  cl_context context = nullptr;
  const Device& device;
};

// Reads platform and facts of a device that an application found itself. A driver that fails is k_opencl.
Result<Device> adopt_device(cl_device_id device);

enum class ProgramForm { k_binary, k_il };

struct DeviceBinary {
  cl_device_id device = nullptr;
  BytesView bytes;
};

struct BuiltProgram {
  ProgramHandle program;
  std::string log;
};

std::vector<std::string> kernel_names(const Interface& interface);

// Creates and builds a program, and creates each kernel once. The error is k_opencl.
Result<BuiltProgram> build_program(const BuildPlace& place, ProgramForm form, const Bytes& bytes,
                                   const std::string& options, const std::vector<std::string>& kernels);

// Does the same for several devices, with a binary for each.
Result<BuiltProgram> build_binaries(cl_context context, const std::vector<DeviceBinary>& binaries,
                                    const std::string& options, const std::vector<std::string>& kernels);

// Returns the executable that the driver made for one device of a program.
Result<Bytes> read_binary(cl_program program, cl_device_id device);

}  // namespace clc
