#include "build_program.h"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "clc/internal/pocl.h"
#include "clc/runtime/build_log.h"
#include "driver_claims.h"
#include "opencl_calls.h"
#include "version.h"

namespace clc {
namespace {

using CreateWithIl = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);

std::string first_lines(const std::string& text) {
  constexpr int k_lines = 8;
  std::istringstream stream(text);
  std::string result, line;
  for (int i = 0; i < k_lines && std::getline(stream, line); ++i) result += "\n      " + line;
  return result;
}

Result<ProgramHandle> create_from_binaries(cl_context context, const std::vector<DeviceBinary>& binaries) {
  std::vector<cl_device_id> devices;
  std::vector<std::size_t> sizes;
  std::vector<const unsigned char*> pointers;
  for (const DeviceBinary& binary : binaries) {
    devices.push_back(binary.device);
    sizes.push_back(binary.bytes.size());
    pointers.push_back(reinterpret_cast<const unsigned char*>(binary.bytes.data()));
  }
  std::vector<cl_int> statuses(binaries.size(), CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  // Some drivers return a program together with an error, so it gets an owner before the codes are checked.
  ProgramHandle program(opencl().clCreateProgramWithBinary(context, static_cast<cl_uint>(devices.size()),
                                                           devices.data(), sizes.data(), pointers.data(),
                                                           statuses.data(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithBinary");
  for (const cl_int status : statuses) {
    if (status != CL_SUCCESS) return fail_opencl(status, "clCreateProgramWithBinary: the binary's status");
  }
  if (!program) return fail(ErrorKind::k_opencl, "clCreateProgramWithBinary returned neither a program nor an error");
  return program;
}

// Returns clCreateProgramWithIL, which is a core function since OpenCL 2.1 and an extension's function before, or null
// when the driver has neither.
CreateWithIl find_create_with_il(const Device& device) {
  constexpr Version k_core{2, 1};
  if (opencl_at_least(device.facts.platform_version, k_core) && opencl_at_least(device.facts.version, k_core))
    return opencl().clCreateProgramWithIL;
  if (!device.facts.has_extension("cl_khr_il_program")) return nullptr;
  return reinterpret_cast<CreateWithIl>(
      opencl().clGetExtensionFunctionAddressForPlatform(device.platform, "clCreateProgramWithILKHR"));
}

Result<ProgramHandle> create_from_il(const BuildPlace& place, const Bytes& bytes) {
  const CreateWithIl create = find_create_with_il(place.device);
  if (create == nullptr) return fail(ErrorKind::k_opencl, "the driver has no clCreateProgramWithIL");
  cl_int code = CL_SUCCESS;
  ProgramHandle program(create(place.context, bytes.data(), bytes.size(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithIL");
  if (!program) return fail(ErrorKind::k_opencl, "clCreateProgramWithIL returned neither a program nor an error");
  return program;
}

// Creates each kernel once. Several drivers finish compiling only here, so a program is not loaded before.
Result<void> create_kernels(cl_program program, const std::vector<std::string>& kernels) {
  for (const std::string& kernel : kernels) {
    cl_int code = CL_SUCCESS;
    const KernelHandle handle(opencl().clCreateKernel(program, kernel.c_str(), &code));
    if (code != CL_SUCCESS) return fail_opencl(code, "clCreateKernel of '" + kernel + "'");
  }
  return {};
}

// The options without the version of OpenCL C, which some modules name for the sake of Intel's driver for CPUs.
std::string without_version(const std::string& options) {
  std::istringstream words(options);
  std::string result;
  for (std::string word; words >> word;) {
    if (!word.starts_with("-cl-std=")) result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

cl_int build(cl_program program, const std::vector<cl_device_id>& devices, const std::string& options) {
  return opencl().clBuildProgram(program, static_cast<cl_uint>(devices.size()), devices.data(), options.c_str(),
                                 nullptr, nullptr);
}

Result<BuiltProgram> build_created(ProgramHandle program, const std::vector<cl_device_id>& devices,
                                   const std::string& options, const std::vector<std::string>& kernels) {
  cl_int code = build(program.get(), devices, options);
  // Other drivers may not take the option for what is no source.
  if (code == CL_INVALID_BUILD_OPTIONS) {
    if (const std::string other = without_version(options); other != options)
      code = build(program.get(), devices, other);
  }
  std::string log = read_build_log(program.get(), devices.front());
  if (code != CL_SUCCESS)
    return fail(ErrorKind::k_opencl, "clBuildProgram: " + opencl_error_name(code) + first_lines(log));
  CLC_TRY(create_kernels(program.get(), kernels));
  return BuiltProgram{std::move(program), std::move(log)};
}

template <class T>
Result<std::vector<T>> program_list(cl_program program, cl_program_info info, cl_uint count, const char* what) {
  std::vector<T> list(count);
  std::size_t size = 0;
  const cl_int code = opencl().clGetProgramInfo(program, info, count * sizeof(T), list.data(), &size);
  if (code != CL_SUCCESS) return fail_opencl(code, what);
  if (size != count * sizeof(T))
    return fail(ErrorKind::k_opencl, std::string(what) + ": the driver did not return one value for each device");
  return list;
}

// PoCL 6 asserts, and so ends the process, when it writes the binary of a program from IL in which a kernel does not
// use another kernel's local variables. It keeps what it compiled in a cache of its own.
bool may_die_of_writing_binary(cl_program program, cl_device_id device) {
  std::size_t il_size = 0, kernels = 0;
  cl_platform_id platform = nullptr;
  char name[100] = {};
  return opencl().clGetProgramInfo(program, CL_PROGRAM_IL, 0, nullptr, &il_size) == CL_SUCCESS && il_size > 0 &&
         opencl().clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(kernels), &kernels, nullptr) == CL_SUCCESS &&
         kernels > 1 &&
         opencl().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr) == CL_SUCCESS &&
         opencl().clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, nullptr) == CL_SUCCESS &&
         name == k_pocl_platform;
}

}  // namespace

Result<Device> adopt_device(cl_device_id device) {
  DeviceFacts facts = CLC_TRY(read_facts(device));
  cl_platform_id platform = nullptr;
  const cl_int code = opencl().clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "clGetDeviceInfo");
  return Device{platform, device, std::move(facts), {}};
}

std::vector<std::string> kernel_names(const Interface& interface) {
  std::vector<std::string> names;
  for (const KernelInterface& kernel : interface.kernels) names.push_back(kernel.name);
  return names;
}

Result<BuiltProgram> build_program(const BuildPlace& place, ProgramForm form, const Bytes& bytes,
                                   const std::string& options, const std::vector<std::string>& kernels) {
  if (form == ProgramForm::k_binary) return build_binaries(place.context, {{place.device.id, bytes}}, options, kernels);
  ProgramHandle program = CLC_TRY(create_from_il(place, bytes));
  return build_created(std::move(program), {place.device.id}, options, kernels);
}

Result<BuiltProgram> build_binaries(cl_context context, const std::vector<DeviceBinary>& binaries,
                                    const std::string& options, const std::vector<std::string>& kernels) {
  ProgramHandle program = CLC_TRY(create_from_binaries(context, binaries));
  std::vector<cl_device_id> devices;
  for (const DeviceBinary& binary : binaries) devices.push_back(binary.device);
  return build_created(std::move(program), devices, options, kernels);
}

Result<Bytes> read_binary(cl_program program, cl_device_id device) {
  if (may_die_of_writing_binary(program, device))
    return fail(ErrorKind::k_opencl,
                "PoCL may end the process when it writes the binary of several kernels from SPIR-V");
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  cl_int code = opencl().clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_BINARY_TYPE");
  if (type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    return fail(ErrorKind::k_opencl, "the driver says that its binary is not executable");
  // A program from IL belongs to all devices of the context, although only one was built.
  cl_uint count = 0;
  code = opencl().clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(count), &count, nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_NUM_DEVICES");
  if (count > k_most_devices)
    return fail(ErrorKind::k_opencl, "the driver reports a program for " + std::to_string(count) + " devices");
  const auto devices = program_list<cl_device_id>(program, CL_PROGRAM_DEVICES, count, "CL_PROGRAM_DEVICES");
  const auto sizes = program_list<std::size_t>(program, CL_PROGRAM_BINARY_SIZES, count, "CL_PROGRAM_BINARY_SIZES");
  if (!devices) return fail(devices);
  if (!sizes) return fail(sizes);

  const auto at = static_cast<std::size_t>(std::ranges::find(*devices, device) - devices->begin());
  if (at == devices->size() || (*sizes)[at] == 0) return fail(ErrorKind::k_opencl, "the driver returned no binary");

  std::vector<Bytes> binaries;
  std::vector<unsigned char*> pointers;
  for (const std::size_t size : *sizes) {
    if (size > k_largest_driver_binary)
      return fail(ErrorKind::k_opencl, "the driver reports a binary of " + std::to_string(size) + " bytes");
    binaries.emplace_back(size, '\0');
  }
  // A pointer is null where the driver has no binary: Intel's driver fails when it has to write a binary that it has
  // not built.
  for (Bytes& binary : binaries)
    pointers.push_back(binary.empty() ? nullptr : reinterpret_cast<unsigned char*>(binary.data()));
  code = opencl().clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof(pointers[0]), pointers.data(), nullptr);
  if (code != CL_SUCCESS) return fail_opencl(code, "CL_PROGRAM_BINARIES");
  return std::move(binaries[at]);
}

}  // namespace clc
