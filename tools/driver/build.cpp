#include "driver/build.h"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>

#include <sys/wait.h>
#include <unistd.h>

#include "clc/runtime/program.h"
#include "driver/find_driver.h"
#include "driver/opencl_source.h"

namespace clc {
namespace {

constexpr const char* k_pocl_platform = "Portable Computing Language";

Result<Bytes> read_binary(cl_program program) {
  cl_uint devices = 0;
  cl_int code = clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(devices), &devices, nullptr);
  if (code == CL_SUCCESS && devices != 1)
    return fail(ErrorKind::k_opencl, "the driver built for " + std::to_string(devices) + " devices instead of one");
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
    const char* hint = code == CL_INVALID_KERNEL_NAME
                           ? "; some drivers find no kernel that has the name of a function of OpenCL C: rename it"
                           : "";
    return fail(ErrorKind::k_opencl, "clCreateKernel of '" + name + "': " + opencl_error_name(code) + hint);
  }
  return kernels;
}

// The work-group sizes that kernels fix: "64x1x1".
std::set<std::string> required_sizes(const std::vector<KernelHandle>& kernels, cl_device_id device) {
  std::set<std::string> sizes;
  for (const KernelHandle& kernel : kernels) {
    std::size_t size[3] = {0, 0, 0};
    const cl_int code =
        clGetKernelWorkGroupInfo(kernel.get(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(size), size, nullptr);
    if (code != CL_SUCCESS || size[0] == 0) continue;
    sizes.insert(std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]));
  }
  return sizes;
}

void ask_for_forms(const std::set<std::string>& forms) {
  std::string list;
  for (const std::string& form : forms) list += (list.empty() ? "" : ",") + form;
  setenv("POCL_BINARY_SPECIALIZE_WG", list.c_str(), 1);
}

// The forms that PoCL has of kernels, as it spells them.
struct Forms {
  std::set<std::string> small;
  std::set<std::string> large;

  void add(std::string size) {
    const std::size_t blank = size.find(' ');
    const std::string grids = blank == std::string::npos ? "" : size.substr(blank + 1);
    size = size.substr(0, blank);
    std::ranges::replace(size, 'x', '-');
    if (grids != "large") small.insert(size + "-goffs0-smallgrid");
    if (grids != "small") large.insert(size + "-goffs0");
  }
};

// Has the driver make the program's binary in a process of its own, for what that leaves in the driver's cache. PoCL
// dies of some kernels in some sizes.
bool can_make_binary(cl_program program) {
  const pid_t child = fork();
  if (child == 0) _exit(read_binary(program) ? 0 : 1);
  int status = 0;
  return child >= 0 && waitpid(child, &status, 0) == child && status == 0;
}

// Leaves those of the forms that the driver can make, in its cache.
std::set<std::string> made_forms(const std::set<std::string>& forms, cl_program program) {
  if (forms.empty()) return {};
  ask_for_forms(forms);
  if (can_make_binary(program)) return forms;
  std::set<std::string> made;
  for (const std::string& form : forms) {
    if (forms.size() == 1) break;  // it was asked for just now
    ask_for_forms({form});
    if (can_make_binary(program)) made.insert(form);
  }
  return made;
}

// PoCL's binary holds a general form of each kernel, which a launch does not take: it looks for the form of its
// work-group size and of a small or a large grid, and else compiles one for some 50 ms, with the system's linker. Where
// a kernel itself fixes the size, or somebody asks for one, both forms of all kernels are put in, for launches without
// a global offset; not those that PoCL dies of, which may be of kernels that are never launched so. One process makes
// only one form of a size; the binary takes the others from PoCL's cache.
void finish_sizes(const std::vector<KernelHandle>& kernels, const Device& device,
                  const std::vector<std::string>& asked_for, cl_program program) {
  if (device.facts.platform_name != k_pocl_platform) return;
  Forms forms;
  for (const std::string& size : required_sizes(kernels, device.id)) forms.add(size);
  for (const std::string& size : asked_for) forms.add(size);
  if (forms.small.empty() && forms.large.empty()) return;
  const std::set<std::string> small = made_forms(forms.small, program);
  const std::set<std::string> large = made_forms(forms.large, program);
  ask_for_forms(large.empty() ? small : large);
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

  Result<SourceBuild> built = build_sources(device.id, request);
  if (!built) return failed(built.error().message);
  artifact.log = without_file_names(built->log);
  if (built->code != CL_SUCCESS) return failed(built->step + ": " + opencl_error_name(built->code));
  const Result<std::vector<KernelHandle>> kernels = create_kernels(built->program.get(), request.kernels);
  if (!kernels) return failed(kernels.error().message);
  finish_sizes(*kernels, device, request.group_sizes, built->program.get());
  Result<Bytes> binary = read_binary(built->program.get());
  if (!binary) return failed(binary.error().message);
  artifact.binary = *std::move(binary);
  reply.outcome = Outcome::k_done;
  reply.artifact = std::move(artifact);
  return reply;
}

}  // namespace clc
