#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "fake_opencl.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "clc/package/bytes.h"

using clc::Bytes;
using clc::test::fake_driver;
using clc::test::FakeDriver;

struct _cl_program {
  Bytes bytes;
  bool is_compiled = false;  // from IL or PTX
  cl_uint devices = 1;
  bool is_built = false;
};
struct _cl_kernel {};

namespace {

// Handles of things that have no state.
char platform_object, context_object, queue_object;
char device_objects[64];

template <class T>
T as(char& object) {
  return reinterpret_cast<T>(&object);
}
cl_device_id device_at(cl_uint index, cl_uint count) {
  return as<cl_device_id>(device_objects[(index + 1) % count]);  // ours, the first, comes last
}

std::string signature() {
  return "FINISHED by " + fake_driver().name + ": " + '\0';  // not a text
}

cl_int answer(const void* from, std::size_t size, std::size_t room, void* to, std::size_t* told) {
  if (told != nullptr) *told = size;
  if (to == nullptr) return CL_SUCCESS;
  if (room < size) return CL_INVALID_VALUE;
  std::memcpy(to, from, size);
  return CL_SUCCESS;
}

Bytes binary_of(const _cl_program& program) {
  const FakeDriver& driver = fake_driver();
  if (driver.gives_nothing || !program.is_built) return {};
  if (!driver.gives.empty()) return driver.gives;
  return program.is_compiled ? signature() + program.bytes : program.bytes;
}

cl_program make_program(Bytes bytes, bool is_compiled, cl_uint devices) {
  ++fake_driver().objects;
  return new _cl_program{std::move(bytes), is_compiled, devices, false};
}

cl_int program_binaries(const _cl_program& program, std::size_t room, void* to) {
  const Bytes binary = binary_of(program);
  if (room < program.devices * sizeof(unsigned char*)) return CL_INVALID_VALUE;
  unsigned char* const* pointers = static_cast<unsigned char* const*>(to);
  std::memcpy(pointers[program.devices - 1], binary.data(), binary.size());
  return CL_SUCCESS;
}

}  // namespace

namespace clc::test {

FakeDriver& fake_driver() {
  static FakeDriver driver;
  return driver;
}

void reset_fake_driver() {
  fake_driver().~FakeDriver();
  new (&fake_driver()) FakeDriver;
}

Device fake_device() {
  Device device;
  device.platform = as<cl_platform_id>(platform_object);
  device.id = as<cl_device_id>(device_objects[0]);
  device.facts.platform_name = "Fake";
  device.facts.platform_vendor = "Fake vendor";
  device.facts.platform_version = "OpenCL 3.0 Fake";
  device.facts.name = "fake device";
  device.facts.vendor = "Fake vendor";
  device.facts.version = "OpenCL 3.0";
  device.facts.driver_version = "1.0";
  device.facts.il_version = "SPIR-V_1.2";
  device.facts.kind = DeviceKind::k_cpu;
  device.facts.address_bits = 64;
  return device;
}

}  // namespace clc::test

extern "C" {

cl_context CL_API_CALL clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                                       void(CL_CALLBACK*)(const char*, const void*, std::size_t, void*), void*,
                                       cl_int* code) {
  *code = CL_SUCCESS;
  return as<cl_context>(context_object);
}
cl_int CL_API_CALL clReleaseContext(cl_context) {
  return CL_SUCCESS;
}
cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int* code) {
  *code = CL_SUCCESS;
  return as<cl_command_queue>(queue_object);
}
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue) {
  return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id, cl_device_info info, std::size_t room, void* to, std::size_t* told) {
  const cl_uint vendor = 7;
  return info == CL_DEVICE_VENDOR_ID ? answer(&vendor, sizeof(vendor), room, to, told) : CL_INVALID_VALUE;
}
void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char* name) {
  return std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ? reinterpret_cast<void*>(&clReleaseContext) : nullptr;
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context, const void* il, std::size_t size, cl_int* code) {
  const Bytes bytes(static_cast<const char*>(il), size);
  *code = bytes.rfind("IL ", 0) == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
  return *code == CL_SUCCESS ? make_program(bytes, true, fake_driver().devices) : nullptr;
}
cl_program CL_API_CALL clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id*, const std::size_t* sizes,
                                                 const unsigned char** binaries, cl_int* status, cl_int* code) {
  const Bytes bytes(reinterpret_cast<const char*>(binaries[0]), sizes[0]);
  *status = *code = CL_SUCCESS;
  if (bytes.rfind("//PTX", 0) == 0) return make_program(bytes, true, 1);
  if (bytes.rfind(signature(), 0) != 0) {
    ++fake_driver().foreign;
    *code = CL_INVALID_BINARY;
    return nullptr;
  }
  if (fake_driver().dies_of_binaries) std::_Exit(66);
  return make_program(bytes, false, 1);
}
cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  delete program;
  --fake_driver().objects;
  return CL_SUCCESS;
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint, const cl_device_id*, const char*,
                                  void(CL_CALLBACK*)(cl_program, void*), void*) {
  if (!program->is_compiled && fake_driver().refuses_binaries) return CL_BUILD_PROGRAM_FAILURE;
  ++(program->is_compiled ? fake_driver().compiled : fake_driver().loaded);
  program->is_built = true;
  return CL_SUCCESS;
}
cl_int CL_API_CALL clGetProgramBuildInfo(cl_program, cl_device_id device, cl_program_build_info info, std::size_t room,
                                         void* to, std::size_t* told) {
  if (device != as<cl_device_id>(device_objects[0])) return CL_INVALID_DEVICE;
  if (info == CL_PROGRAM_BUILD_LOG) return answer("", 1, room, to, told);
  const cl_uint type = fake_driver().binary_type;
  return info == CL_PROGRAM_BINARY_TYPE ? answer(&type, sizeof(type), room, to, told) : CL_INVALID_VALUE;
}
cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info info, std::size_t room, void* to,
                                    std::size_t* told) {
  const FakeDriver& driver = fake_driver();
  const cl_uint count = program->devices;
  if (driver.info_code != CL_SUCCESS) return driver.info_code;
  if (info == CL_PROGRAM_NUM_DEVICES) return answer(&count, sizeof(count), room, to, told);
  if (info == CL_PROGRAM_DEVICES) {
    std::vector<cl_device_id> devices;
    for (cl_uint i = 0; i < count; ++i) devices.push_back(device_at(i, count));
    return answer(devices.data(), count * sizeof(devices[0]), room, to, told);
  }
  if (info == CL_PROGRAM_BINARY_SIZES) {
    std::vector<std::size_t> sizes(count, 0);
    sizes.back() = driver.claimed_size != 0 ? driver.claimed_size : binary_of(*program).size();
    return answer(sizes.data(), count * sizeof(sizes[0]), room, to, told);
  }
  return info == CL_PROGRAM_BINARIES ? program_binaries(*program, room, to) : CL_INVALID_VALUE;
}

cl_kernel CL_API_CALL clCreateKernel(cl_program, const char*, cl_int* code) {
  ++fake_driver().objects;
  *code = CL_SUCCESS;
  return new _cl_kernel;
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  delete kernel;
  --fake_driver().objects;
  return CL_SUCCESS;
}

}  // extern "C"
