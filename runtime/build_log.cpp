#include "clc/runtime/build_log.h"

#include <algorithm>

#include "driver_claims.h"
#include "opencl_calls.h"

namespace clc {

std::string read_build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (opencl().clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return {};
  if (size > k_longest_build_log) return {};
  std::string log(size, '\0');
  if (opencl().clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS)
    return {};
  log.resize(std::min(log.size(), log.find('\0')));
  return log;
}

}  // namespace clc
