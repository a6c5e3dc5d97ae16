#include "driver/build.h"

#include <cstdlib>
#include <regex>
#include <set>

#include "clc/runtime/program.h"
#include "driver/find_driver.h"
#include "driver/opencl_source.h"

namespace clc {
namespace {

Result<Bytes> read_binary(cl_program program) {
  cl_uint devices = 0;
  cl_int code = clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(devices), &devices, nullptr);
  if (code == CL_SUCCESS && devices != 1) {
    return fail(ErrorKind::k_opencl, "the driver built for " + std::to_string(devices) + " devices instead of one");
  }
  std::size_t size = 0;
  if (code == CL_SUCCESS) code = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_BINARY_SIZES");
  if (size == 0) return fail(ErrorKind::k_opencl, "the driver gives no binary of the program that it built");
  Bytes binary(size, '\0');
  char* data = binary.data();
  code = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_BINARIES");
  return binary;
}

// Some drivers compile a kernel only when it is created.
Result<std::vector<KernelHandle>> create_kernels(cl_program program, const std::vector<std::string>& names) {
  std::vector<KernelHandle> kernels;
  for (const std::string& name : names) {
    cl_int code = CL_SUCCESS;
    kernels.emplace_back(clCreateKernel(program, name.c_str(), &code));
    if (code == CL_SUCCESS) continue;
    return fail_opencl(code, "clCreateKernel of '" + name + "'");
  }
  return kernels;
}

// PoCL puts only a general form of each kernel into the binary, and the first launch with any work-group
// size then compiles for some 50 ms. Where the kernel itself fixes the size, the right form is put in too.
void ask_for_required_sizes(const std::vector<KernelHandle>& kernels, cl_device_id device) {
  std::set<std::string> forms;
  for (const KernelHandle& kernel : kernels) {
    std::size_t size[3] = {0, 0, 0};
    const cl_int code =
        clGetKernelWorkGroupInfo(kernel.get(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(size), size, nullptr);
    if (code != CL_SUCCESS || size[0] == 0) continue;
    forms.insert(std::to_string(size[0]) + "-" + std::to_string(size[1]) + "-" + std::to_string(size[2]) + "-goffs0");
  }
  std::string list;
  for (const std::string& form : forms) list += (list.empty() ? "" : ",") + form;
  if (!list.empty()) setenv("POCL_BINARY_SPECIALIZE_WG", list.c_str(), 1);
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
  artifact.format = "driver";
  artifact.match = match_of(device.facts);
  artifact.compiler = device.facts.platform_name + " " + device.facts.driver_version;
  // The user sees the log, so errors after clBuildProgram go there, too.
  const auto failed = [&](const std::string& line) {
    artifact.log = with_line(std::move(artifact.log), line);
    reply.detail = line;
    reply.artifact = std::move(artifact);
    return reply;
  };

  Result<SourceBuild> built = build_source(device.id, request.source, request.build_options);
  if (!built) return failed(built.error().message);
  artifact.log = without_file_names(built->log);
  if (built->code != CL_SUCCESS) return failed("clBuildProgram: " + opencl_error_name(built->code));
  const Result<std::vector<KernelHandle>> kernels = create_kernels(built->program.get(), request.kernels);
  if (!kernels) return failed(kernels.error().message);
  ask_for_required_sizes(*kernels, device.id);
  Result<Bytes> binary = read_binary(built->program.get());
  if (!binary) return failed(binary.error().message);
  artifact.binary = *std::move(binary);
  reply.outcome = Outcome::k_done;
  reply.artifact = std::move(artifact);
  return reply;
}

}  // namespace clc
