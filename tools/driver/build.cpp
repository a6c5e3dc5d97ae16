#include "driver/build.h"

#include <regex>

#include "base/text.h"
#include "clc/internal/pocl.h"
#include "clc/runtime/program.h"
#include "driver/find_driver.h"
#include "driver/finish_kernels.h"
#include "driver/opencl_source.h"

namespace clc {
namespace {

// Some drivers compile a kernel only when it is created.
Result<std::vector<KernelHandle>> create_kernels(cl_program program, const std::vector<std::string>& names) {
  std::vector<KernelHandle> kernels;
  for (const std::string& name : names) {
    cl_int code = CL_SUCCESS;
    kernels.emplace_back(clCreateKernel(program, name.c_str(), &code));
    if (code == CL_SUCCESS) continue;
    const char* hint = code == CL_INVALID_KERNEL_NAME
                           ? "; some drivers find no kernel that has the name of a function of OpenCL C: rename it"
                           : "";
    return fail(ErrorKind::k_opencl, "clCreateKernel of '" + name + "': " + opencl_error_name(code) + hint);
  }
  return kernels;
}

// The launches that are known: those that were told or, without any, those of kernels that fix their work-group size.
std::vector<std::string> known_launches(const DriverRequest& request, const std::vector<KernelHandle>& kernels,
                                        cl_device_id device) {
  std::vector<std::string> launches = request.launches;
  if (!launches.empty() && request.finish == Finish::k_launched) return launches;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::size_t size[3] = {0, 0, 0};
    const cl_int code = clGetKernelWorkGroupInfo(kernels[i].get(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                                 sizeof(size), size, nullptr);
    if (code != CL_SUCCESS || size[0] == 0) continue;
    launches.push_back(request.kernels[i] + "=" + shape_text(size));
  }
  return launches;
}

Result<Bytes> binary_of(cl_program program, const std::vector<KernelHandle>& kernels, const Device& device,
                        const DriverRequest& request) {
  if (device.facts.platform_name != k_pocl_platform) return read_binary(program);
  return finished_binary(program, request.finish, known_launches(request, kernels, device.id));
}

// Replaces the name of the driver's temporary file, which means nothing to the user.
std::string without_file_names(const std::string& log) {
  const std::regex temporary_name("/proc/self/cwd/[^ :]*tempfile_[0-9]*_cl");
  return std::regex_replace(log, temporary_name, "<source>");
}

std::string with_line(std::string log, const std::string& line) {
  if (!log.empty() && log.back() != '\n') log += '\n';
  return log + line + '\n';
}

}  // namespace

CompileReply build_with_driver(const Device& device, const DriverRequest& request) {
  CompileReply reply;
  reply.outcome = Outcome::k_failed;
  Artifact artifact;
  artifact.format = request.makes_library() ? k_library_format : "driver";
  artifact.match = match_of(device.facts);
  artifact.compiler = device.facts.platform_name + " " + device.facts.driver_version;
  // The user sees the log, so errors after clBuildProgram go there, too.
  const auto failed = [&](const std::string& line) {
    artifact.log = with_line(std::move(artifact.log), line);
    reply.detail = line;
    reply.artifact = std::move(artifact);
    return reply;
  };

  note_stage("building the program");
  Result<SourceBuild> built = build_sources(device.id, request);
  if (!built) return failed(built.error().message);
  artifact.log = without_file_names(built->log);
  if (built->code != CL_SUCCESS) return failed(built->step + ": " + opencl_error_name(built->code));
  const Result<std::vector<KernelHandle>> kernels = create_kernels(built->program.get(), request.kernels);
  if (!kernels) return failed(kernels.error().message);
  Result<Bytes> binary = binary_of(built->program.get(), *kernels, device, request);
  if (!binary) return failed(binary.error().message);
  artifact.binary = *std::move(binary);
  reply.outcome = Outcome::k_done;
  reply.artifact = std::move(artifact);
  return reply;
}

}  // namespace clc
