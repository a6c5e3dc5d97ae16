#include "driver/opencl_source.h"

#include "clc/runtime/build_log.h"

namespace clc {

Result<SourceBuild> build_source(cl_device_id device, const std::string& source, const std::string& options) {
  cl_int code = CL_SUCCESS;
  ContextHandle context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateContext");
  const char* text = source.data();
  const std::size_t size = source.size();
  ProgramHandle program(clCreateProgramWithSource(context.get(), 1, &text, &size, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithSource");
  code = clBuildProgram(program.get(), 1, &device, options.c_str(), nullptr, nullptr);
  std::string log = read_build_log(program.get(), device);
  return SourceBuild{std::move(context), std::move(program), code, std::move(log)};
}

}  // namespace clc
