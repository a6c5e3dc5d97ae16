#include "opencl_source.h"

#include <algorithm>

#include "clc/runtime/program.h"

namespace clc {
namespace {

std::string read_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return {};
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS) return {};
  log.resize(std::min(log.size(), log.find('\0')));
  return log;
}

}  // namespace

Result<SourceBuild> build_source(cl_device_id device, const std::string& source, const std::string& options) {
  cl_int code = CL_SUCCESS;
  ContextHandle context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateContext");
  const char* text = source.data();
  const std::size_t size = source.size();
  ProgramHandle program(clCreateProgramWithSource(context.get(), 1, &text, &size, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithSource");
  code = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  std::string log = read_log(program.get(), device);
  return SourceBuild{std::move(context), std::move(program), code, std::move(log)};
}

}  // namespace clc
