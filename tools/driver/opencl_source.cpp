#include "driver/opencl_source.h"

#include "clc/runtime/build_log.h"

namespace clc {
namespace {

Result<ProgramHandle> create(cl_context context, const std::string& source) {
  cl_int code = CL_SUCCESS;
  const char* text = source.data();
  const std::size_t size = source.size();
  ProgramHandle program(clCreateProgramWithSource(context, 1, &text, &size, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithSource");
  return program;
}

// Compiles the sources, up to the first that does not compile, and links what came of them.
Result<void> link(cl_device_id device, const std::vector<DriverSource>& sources, const std::string& options,
                  SourceBuild& build) {
  std::vector<ProgramHandle> compiled;
  std::vector<cl_program> inputs;
  build.step = "clCompileProgram";
  for (const DriverSource& source : sources) {
    Result<ProgramHandle> program = create(build.context.get(), source.text);
    if (!program) return fail(program);
    build.code =
        clCompileProgram(program->get(), 1, &device, source.options.c_str(), 0, nullptr, nullptr, nullptr, nullptr);
    build.log += read_build_log(program->get(), device);
    if (build.code != CL_SUCCESS) return {};
    inputs.push_back(program->get());
    compiled.push_back(*std::move(program));
  }
  build.step = "clLinkProgram";
  build.program =
      ProgramHandle(clLinkProgram(build.context.get(), 1, &device, options.c_str(), static_cast<cl_uint>(inputs.size()),
                                  inputs.data(), nullptr, nullptr, &build.code));
  if (build.program) build.log += read_build_log(build.program.get(), device);
  return {};
}

}  // namespace

Result<SourceBuild> build_sources(cl_device_id device, const std::vector<DriverSource>& sources,
                                  const std::string& link_options) {
  SourceBuild build;
  build.context = ContextHandle(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &build.code));
  if (build.code != CL_SUCCESS) return fail_opencl(build.code, "clCreateContext");
  if (sources.size() > 1) {
    if (Result<void> linked = link(device, sources, link_options, build); !linked) return fail(linked);
    return build;
  }
  const DriverSource& source = sources.front();
  Result<ProgramHandle> program = create(build.context.get(), source.text);
  if (!program) return fail(program);
  build.program = *std::move(program);
  build.step = "clBuildProgram";
  build.code = clBuildProgram(build.program.get(), 1, &device, source.options.c_str(), nullptr, nullptr);
  build.log = read_build_log(build.program.get(), device);
  return build;
}

}  // namespace clc
