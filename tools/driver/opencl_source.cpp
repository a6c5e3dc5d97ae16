#include "driver/opencl_source.h"

#include <cstdlib>
#include <string_view>

#include "base/try.h"
#include "clc/internal/pocl.h"
#include "clc/package/binary_format.h"
#include "clc/runtime/build_log.h"

namespace clc {
namespace {

// Drivers of OpenCL 2.0 and before have the function of an extension.
Result<ProgramHandle> create_from_il(cl_context context, cl_device_id device, const std::string& il) {
  using Create = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
  cl_platform_id platform = nullptr;
  cl_int code = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_DEVICE_PLATFORM");
  const auto of_extension =
      reinterpret_cast<Create>(clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
  ProgramHandle program(
      (of_extension == nullptr ? clCreateProgramWithIL : of_extension)(context, il.data(), il.size(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithIL");
  return program;
}

// Before OpenCL C 2.0, PoCL 6 declares wait_group_events for pointers to private memory and has none: a kernel that
// calls it ends the application's process. Its copies are made when they are called.
constexpr std::string_view k_wait = "wait_group_events";
constexpr std::string_view k_wait_on_pocl =
    "#if __OPENCL_C_VERSION__ < 200\n"
    "#undef wait_group_events\n"
    "#define wait_group_events(count, events) "
    "((void)(count), (void)(events), barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE))\n"
    "#endif\n"
    "#line 1\n";

bool lacks_wait(cl_device_id device) {
  cl_platform_id platform = nullptr;
  char name[100] = {}, version[100] = {};
  return clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof(version), version, nullptr) == CL_SUCCESS &&
         std::atoi(version) > 3 &&
         clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr) == CL_SUCCESS &&
         clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, nullptr) == CL_SUCCESS &&
         name == k_pocl_platform;
}

Result<ProgramHandle> create(cl_context context, cl_device_id device, const std::string& source) {
  if (recognize(source) == BinaryFormat::k_spirv) return create_from_il(context, device, source);
  cl_int code = CL_SUCCESS;
  const std::string_view before =
      source.find(k_wait) != std::string::npos && lacks_wait(device) ? k_wait_on_pocl : std::string_view();
  const char* texts[] = {before.data(), source.data()};
  const std::size_t sizes[] = {before.size(), source.size()};
  const cl_uint first = before.empty() ? 1 : 0;
  ProgramHandle program(clCreateProgramWithSource(context, 2 - first, texts + first, sizes + first, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithSource");
  return program;
}

Result<ProgramHandle> create_library(cl_context context, cl_device_id device, const Bytes& binary) {
  const auto* data = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t size = binary.size();
  cl_int status = CL_SUCCESS, code = CL_SUCCESS;
  ProgramHandle program(clCreateProgramWithBinary(context, 1, &device, &size, &data, &status, &code));
  if (code == CL_SUCCESS) code = status;
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithBinary of a library");
  return program;
}

void link_with(const std::string& options, cl_device_id device, const std::vector<cl_program>& inputs,
               SourceBuild& build) {
  build.program =
      ProgramHandle(clLinkProgram(build.context.get(), 1, &device, options.c_str(), static_cast<cl_uint>(inputs.size()),
                                  inputs.data(), nullptr, nullptr, &build.code));
}

// Compiles the sources, up to the first that does not compile, and links what came of them.
Result<void> link(cl_device_id device, const DriverRequest& request, SourceBuild& build) {
  std::vector<ProgramHandle> compiled;
  std::vector<cl_program> inputs;
  build.step = "clCompileProgram";
  for (const DriverSource& source : request.sources) {
    ProgramHandle program = CLC_TRY(create(build.context.get(), device, source.text));
    build.code =
        clCompileProgram(program.get(), 1, &device, source.options.c_str(), 0, nullptr, nullptr, nullptr, nullptr);
    build.log += read_build_log(program.get(), device);
    if (build.code != CL_SUCCESS) return {};
    inputs.push_back(program.get());
    compiled.push_back(std::move(program));
  }
  for (const Bytes& binary : request.libraries) {
    ProgramHandle library = CLC_TRY(create_library(build.context.get(), device, binary));
    inputs.push_back(library.get());
    compiled.push_back(std::move(library));
  }
  build.step = "clLinkProgram";
  link_with(request.link_options, device, inputs, build);
  // PoCL takes no options of arithmetic here. The compilations had them.
  if (build.code == CL_INVALID_LINKER_OPTIONS)
    link_with(request.makes_library() ? k_library_flag : "", device, inputs, build);
  if (build.program) build.log += read_build_log(build.program.get(), device);
  return {};
}

}  // namespace

Result<SourceBuild> build_sources(cl_device_id device, const DriverRequest& request) {
  SourceBuild build;
  build.context = ContextHandle(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &build.code));
  if (build.code != CL_SUCCESS) return fail_opencl(build.code, "clCreateContext");
  if (request.is_linked()) {
    CLC_TRY(link(device, request, build));
    return build;
  }
  const DriverSource& source = request.sources.front();
  build.program = CLC_TRY(create(build.context.get(), device, source.text));
  build.step = "clBuildProgram";
  build.code = clBuildProgram(build.program.get(), 1, &device, source.options.c_str(), nullptr, nullptr);
  build.log = read_build_log(build.program.get(), device);
  return build;
}

}  // namespace clc
