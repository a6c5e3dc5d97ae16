#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "fake_opencl.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

#include "clc/base/bytes.h"
#include "fake_objects.h"

using clc::Bytes;
using clc::test::answer;
using clc::test::fake_driver;
using clc::test::FakeDriver;
using clc::test::FakeObject;
using clc::test::living_objects;
using clc::test::Misbehaviour;

namespace {

// The calls that all threads of a test made.
struct Calls {
  std::mutex mutex;
  std::map<std::string, long> counts;
};
Calls& calls() {
  static Calls all;
  return all;
}

}  // namespace

struct _cl_device_id : FakeObject {
  _cl_device_id() : FakeObject("part of a device") {}
};
struct _cl_context : FakeObject {
  _cl_context() : FakeObject("context") {}
};
struct _cl_command_queue : FakeObject {
  explicit _cl_command_queue(cl_context of) : FakeObject("queue"), context(of) {}
  cl_context context;
};
struct _cl_mem : FakeObject {
  explicit _cl_mem(std::size_t size) : FakeObject("buffer"), bytes(size, '\0') {}
  Bytes bytes;
};
struct _cl_sampler : FakeObject {
  _cl_sampler() : FakeObject("sampler") {}
};
struct _cl_event : FakeObject {
  _cl_event() : FakeObject("event") {}
};
struct _cl_program : FakeObject {
  _cl_program(Bytes from, bool from_il_or_ptx, cl_uint for_devices)
      : FakeObject("program"), bytes(std::move(from)), is_compiled(from_il_or_ptx), devices(for_devices) {
    ++fake_driver().objects;
  }
  ~_cl_program() { --fake_driver().objects; }
  Bytes bytes;
  bool is_compiled;
  cl_uint devices;
  bool is_built = false;
};
struct _cl_kernel : FakeObject {
  _cl_kernel() : FakeObject("kernel") { ++fake_driver().objects; }
  ~_cl_kernel() { --fake_driver().objects; }
};

namespace {

// Handles of things that have no state.
char platform_object;
char device_objects[64];

template <class T>
T as(char& object) {
  return reinterpret_cast<T>(&object);
}
cl_device_id device_at(cl_uint index, cl_uint count) {
  return as<cl_device_id>(device_objects[(index + 1) % count]);  // ours, the first, comes last
}

// Counts a call, and says how it misbehaves.
Misbehaviour counted(const char* call) {
  const Misbehaviour& wanted = fake_driver().misbehaviour;
  const std::lock_guard lock(calls().mutex);
  const long at = ++calls().counts[call];
  return wanted.call == call && wanted.at == at ? wanted : Misbehaviour();
}

bool exists(const void* object) {
  const bool is_there = living_objects().have(object);
  if (!is_there) ++fake_driver().misuses;
  return is_there;
}

template <class T>
cl_int retain(T object, const char* call, cl_int invalid) {
  if (const cl_int code = counted(call).code; code != CL_SUCCESS) return code;
  if (!exists(object)) return invalid;
  ++object->references;
  return CL_SUCCESS;
}

template <class T>
cl_int release(T object, const char* call, cl_int invalid) {
  const cl_int code = counted(call).code;
  if (!exists(object)) return invalid;
  // Whoever is told that a release failed can do nothing, so the object goes all the same.
  if (--object->references == 0) delete object;
  return code;
}

// A new object, or the error that was asked for, in `*code`.
template <class Make>
auto created(const char* call, cl_int* code, const Make& make) -> decltype(make()) {
  const Misbehaviour how = counted(call);
  *code = how.code;
  return how.code == CL_SUCCESS || how.gives_object ? make() : nullptr;
}

// A command that is done at once, and its event, if one is wanted.
template <class Work>
cl_int command(const char* call, cl_event* event, const Work& work) {
  const Misbehaviour how = counted(call);
  if (how.code == CL_SUCCESS) work();
  if (event != nullptr && (how.code == CL_SUCCESS || how.gives_object)) *event = new _cl_event;
  return how.code;
}

std::string signature() {
  return "FINISHED by " + fake_driver().name + ": " + '\0';  // not a text
}

constexpr std::size_t k_much = std::size_t{1} << 60U;

// The same, unless the call misbehaves.
template <class Answer>
cl_int query(const char* call, std::size_t* told, const Answer& give) {
  const Misbehaviour how = counted(call);
  if (how.code != CL_SUCCESS) return how.code;
  const cl_int code = give();
  if (how.claims_much && told != nullptr) *told = k_much;
  return code;
}

Bytes binary_of(const _cl_program& program) {
  const FakeDriver& driver = fake_driver();
  if (driver.gives_nothing || !program.is_built) return {};
  if (!driver.gives.empty()) return driver.gives;
  return program.is_compiled ? signature() + program.bytes : program.bytes;
}

cl_int program_binaries(const _cl_program& program, std::size_t room, void* to) {
  const Bytes binary = binary_of(program);
  if (room < program.devices * sizeof(unsigned char*)) return CL_INVALID_VALUE;
  unsigned char* const* pointers = static_cast<unsigned char* const*>(to);
  std::memcpy(pointers[program.devices - 1], binary.data(), binary.size());
  return CL_SUCCESS;
}

cl_int program_info(cl_program program, cl_program_info info, std::size_t room, void* to, std::size_t* told) {
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

const char* text_of(cl_device_info info) {
  switch (info) {
    case CL_DEVICE_NAME:
      return "fake device";
    case CL_DEVICE_VENDOR:
      return "Fake vendor";
    case CL_DEVICE_VERSION:
      return "OpenCL 3.0";
    case CL_DRIVER_VERSION:
      return "1.0";
    case CL_DEVICE_OPENCL_C_VERSION:
      return "OpenCL C 3.0";
    case CL_DEVICE_EXTENSIONS:
      return "cl_khr_fp64 cl_khr_il_program cl_khr_device_uuid cl_intel_device_attribute_query";
    case CL_DEVICE_IL_VERSION:
      return "SPIR-V_1.2";
    default:
      return nullptr;
  }
}

cl_int device_info(cl_device_info info, std::size_t room, void* to, std::size_t* told) {
  if (const char* text = text_of(info)) return answer(text, std::strlen(text) + 1, room, to, told);
  const cl_platform_id platform = as<cl_platform_id>(platform_object);
  if (info == CL_DEVICE_PLATFORM) return answer(&platform, sizeof(platform), room, to, told);
  const cl_ulong number = info == CL_DEVICE_TYPE           ? CL_DEVICE_TYPE_CPU
                          : info == CL_DEVICE_VENDOR_ID    ? 7
                          : info == CL_DEVICE_ADDRESS_BITS ? 64
                                                           : 65536;
  if (info == CL_DEVICE_QUEUE_ON_HOST_PROPERTIES || info == CL_DEVICE_PARTITION_AFFINITY_DOMAIN) {
    const cl_ulong all = 0x3f;
    return answer(&all, sizeof(all), room, to, told);
  }
  const cl_bool has_images = CL_TRUE;
  if (info == CL_DEVICE_IMAGE_SUPPORT) return answer(&has_images, sizeof(has_images), room, to, told);
  const bool is_small = info == CL_DEVICE_VENDOR_ID || info == CL_DEVICE_ADDRESS_BITS ||
                        info == CL_DEVICE_MAX_COMPUTE_UNITS || info == 0x4250 || info == 0x4251;
  const auto small = static_cast<cl_uint>(number);
  if (info == 0x106B) return answer("sixteen bytes  ", 16, room, to, told);  // CL_DEVICE_UUID_KHR
  return is_small ? answer(&small, sizeof(small), room, to, told) : answer(&number, sizeof(number), room, to, told);
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
  const std::lock_guard lock(calls().mutex);
  calls().counts.clear();
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

std::map<std::string, long> fake_calls() {
  const std::lock_guard lock(calls().mutex);
  return calls().counts;
}

std::vector<std::string> fake_objects() {
  return living_objects().kinds();
}

}  // namespace clc::test

extern "C" {

cl_int CL_API_CALL clGetPlatformIDs(cl_uint room, cl_platform_id* to, cl_uint* told) {
  const Misbehaviour how = counted("clGetPlatformIDs");
  if (how.code != CL_SUCCESS) return how.code;
  if (told != nullptr) *told = how.claims_much ? ~cl_uint{0} : 1;
  if (to != nullptr && room > 0) *to = as<cl_platform_id>(platform_object);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id, cl_platform_info info, std::size_t room, void* to,
                                     std::size_t* told) {
  const std::string text = info == CL_PLATFORM_NAME      ? "Fake"
                           : info == CL_PLATFORM_VERSION ? "OpenCL 3.0 Fake"
                                                         : "Fake vendor";
  return query("clGetPlatformInfo", told, [&] { return answer(text.c_str(), text.size() + 1, room, to, told); });
}
cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint room, cl_device_id* to, cl_uint* told) {
  const Misbehaviour how = counted("clGetDeviceIDs");
  if (how.code != CL_SUCCESS) return how.code;
  if (told != nullptr) *told = how.claims_much ? ~cl_uint{0} : 1;
  if (to != nullptr && room > 0) *to = as<cl_device_id>(device_objects[0]);
  return CL_SUCCESS;
}
cl_int CL_API_CALL clGetDeviceInfo(cl_device_id, cl_device_info info, std::size_t room, void* to, std::size_t* told) {
  return query("clGetDeviceInfo", told, [&] { return device_info(info, room, to, told); });
}
// As many parts as counts are asked for, and two by affinity.
cl_int CL_API_CALL clCreateSubDevices(cl_device_id, const cl_device_partition_property* how_to, cl_uint room,
                                      cl_device_id* to, cl_uint* told) {
  const Misbehaviour how = counted("clCreateSubDevices");
  cl_uint count = 2;
  if (how_to[0] == CL_DEVICE_PARTITION_BY_COUNTS) {
    count = 0;
    while (how_to[count + 1] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END) ++count;
  }
  if (told != nullptr) *told = how.claims_much ? ~cl_uint{0} : count;
  for (cl_uint i = 0; to != nullptr && i < room && (how.code == CL_SUCCESS || how.gives_object); ++i) {
    to[i] = new _cl_device_id;
  }
  return how.code;
}
cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return release(device, "clReleaseDevice", CL_INVALID_DEVICE);
}
void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char* name) {
  const bool is_known = std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0;
  const Misbehaviour how = counted("clGetExtensionFunctionAddressForPlatform");
  return is_known && how.code == CL_SUCCESS ? reinterpret_cast<void*>(&clReleaseContext) : nullptr;
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                                       void(CL_CALLBACK* report)(const char*, const void*, std::size_t, void*),
                                       void* data, cl_int* code) {
  fake_driver().report = [=](const char* message) {
    if (report != nullptr) report(message, nullptr, 0, data);
  };
  return created("clCreateContext", code, [] { return new _cl_context; });
}
cl_int CL_API_CALL clRetainContext(cl_context context) {
  return retain(context, "clRetainContext", CL_INVALID_CONTEXT);
}
cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return release(context, "clReleaseContext", CL_INVALID_CONTEXT);
}
cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id, cl_command_queue_properties,
                                                  cl_int* code) {
  return created("clCreateCommandQueue", code, [&] { return new _cl_command_queue(context); });
}
cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue) {
  return retain(queue, "clRetainCommandQueue", CL_INVALID_COMMAND_QUEUE);
}
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
  return release(queue, "clReleaseCommandQueue", CL_INVALID_COMMAND_QUEUE);
}
cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info info, std::size_t room, void* to,
                                         std::size_t* told) {
  return query("clGetCommandQueueInfo", told, [&] {
    if (!exists(queue)) return cl_int{CL_INVALID_COMMAND_QUEUE};
    const cl_device_id device = as<cl_device_id>(device_objects[0]);
    return info == CL_QUEUE_CONTEXT ? answer(&queue->context, sizeof(queue->context), room, to, told)
                                    : answer(&device, sizeof(device), room, to, told);
  });
}
cl_int CL_API_CALL clFlush(cl_command_queue queue) {
  const Misbehaviour how = counted("clFlush");
  return !exists(queue) ? CL_INVALID_COMMAND_QUEUE : how.code;
}
cl_int CL_API_CALL clFinish(cl_command_queue queue) {
  const Misbehaviour how = counted("clFinish");
  return !exists(queue) ? CL_INVALID_COMMAND_QUEUE : how.code;
}

cl_mem CL_API_CALL clCreateBuffer(cl_context, cl_mem_flags, std::size_t size, void*, cl_int* code) {
  return created("clCreateBuffer", code, [&] { return new _cl_mem(size); });
}
cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) {
  return release(memory, "clReleaseMemObject", CL_INVALID_MEM_OBJECT);
}
cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memory, cl_mem_info info, std::size_t room, void* to, std::size_t* told) {
  const cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
  return query("clGetMemObjectInfo", told, [&] {
    if (!exists(memory)) return cl_int{CL_INVALID_MEM_OBJECT};
    return info == CL_MEM_TYPE ? answer(&type, sizeof(type), room, to, told) : cl_int{CL_INVALID_VALUE};
  });
}
cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue, cl_mem memory, cl_bool, std::size_t offset, std::size_t size,
                                        const void* from, cl_uint, const cl_event*, cl_event* event) {
  if (!exists(memory)) return CL_INVALID_MEM_OBJECT;
  return command("clEnqueueWriteBuffer", event, [&] { std::memcpy(memory->bytes.data() + offset, from, size); });
}
cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue, cl_mem memory, cl_bool, std::size_t offset, std::size_t size,
                                       void* to, cl_uint, const cl_event*, cl_event* event) {
  if (!exists(memory)) return CL_INVALID_MEM_OBJECT;
  return command("clEnqueueReadBuffer", event, [&] { std::memcpy(to, memory->bytes.data() + offset, size); });
}
cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue, cl_mem memory, const void* pattern, std::size_t,
                                       std::size_t offset, std::size_t size, cl_uint, const cl_event*,
                                       cl_event* event) {
  if (!exists(memory)) return CL_INVALID_MEM_OBJECT;
  return command("clEnqueueFillBuffer", event,
                 [&] { std::memset(memory->bytes.data() + offset, *static_cast<const char*>(pattern), size); });
}
void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue, cl_mem memory, cl_bool, cl_map_flags, std::size_t offset,
                                     std::size_t, cl_uint, const cl_event*, cl_event* event, cl_int* code) {
  void* mapped = nullptr;
  *code = exists(memory) ? command("clEnqueueMapBuffer", event, [&] { mapped = memory->bytes.data() + offset; })
                         : CL_INVALID_MEM_OBJECT;
  return mapped;
}
cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue, cl_mem memory, void*, cl_uint, const cl_event*,
                                           cl_event* event) {
  if (!exists(memory)) return CL_INVALID_MEM_OBJECT;
  return command("clEnqueueUnmapMemObject", event, [] {});
}

// Images of texels of four bytes, which a transfer touches only at the beginning.
cl_int CL_API_CALL clGetSupportedImageFormats(cl_context, cl_mem_flags, cl_mem_object_type, cl_uint room,
                                              cl_image_format* to, cl_uint* told) {
  const Misbehaviour how = counted("clGetSupportedImageFormats");
  if (how.code != CL_SUCCESS) return how.code;
  if (told != nullptr) *told = how.claims_much ? ~cl_uint{0} : 1;
  if (to != nullptr && room > 0) *to = {CL_RGBA, CL_UNORM_INT8};
  return CL_SUCCESS;
}
cl_mem CL_API_CALL clCreateImage(cl_context, cl_mem_flags, const cl_image_format*, const cl_image_desc* shape, void*,
                                 cl_int* code) {
  return created("clCreateImage", code, [&] { return new _cl_mem(4 * shape->image_width * shape->image_height); });
}
cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info, std::size_t room, void* to, std::size_t* told) {
  const std::size_t texel = 4;
  return query("clGetImageInfo", told, [&] {
    return exists(image) ? answer(&texel, sizeof(texel), room, to, told) : cl_int{CL_INVALID_MEM_OBJECT};
  });
}
cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue, cl_mem image, cl_bool, const std::size_t*, const std::size_t*,
                                       std::size_t, std::size_t, const void* from, cl_uint, const cl_event*,
                                       cl_event* event) {
  if (!exists(image)) return CL_INVALID_MEM_OBJECT;
  return command("clEnqueueWriteImage", event, [&] { std::memcpy(image->bytes.data(), from, 4); });
}
cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue, cl_mem image, cl_bool, const std::size_t*, const std::size_t*,
                                      std::size_t, std::size_t, void* to, cl_uint, const cl_event*, cl_event* event) {
  if (!exists(image)) return CL_INVALID_MEM_OBJECT;
  return command("clEnqueueReadImage", event, [&] { std::memcpy(to, image->bytes.data(), 4); });
}
cl_sampler CL_API_CALL clCreateSampler(cl_context, cl_bool, cl_addressing_mode, cl_filter_mode, cl_int* code) {
  return created("clCreateSampler", code, [] { return new _cl_sampler; });
}
cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return release(sampler, "clReleaseSampler", CL_INVALID_SAMPLER);
}

cl_int CL_API_CALL clWaitForEvents(cl_uint, const cl_event* events) {
  const Misbehaviour how = counted("clWaitForEvents");
  return exists(*events) ? how.code : CL_INVALID_EVENT;
}
cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info, std::size_t room, void* to, std::size_t* told) {
  const cl_int status = fake_driver().event_status;
  return query("clGetEventInfo", told, [&] {
    return exists(event) ? answer(&status, sizeof(status), room, to, told) : cl_int{CL_INVALID_EVENT};
  });
}
cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info info, std::size_t room, void* to,
                                           std::size_t* told) {
  const cl_ulong time = info == CL_PROFILING_COMMAND_START ? 1000 : 3000;
  return query("clGetEventProfilingInfo", told,
               [&] { return exists(event) ? answer(&time, sizeof(time), room, to, told) : cl_int{CL_INVALID_EVENT}; });
}
cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int, void(CL_CALLBACK* call)(cl_event, cl_int, void*),
                                      void* data) {
  const Misbehaviour how = counted("clSetEventCallback");
  if (!exists(event)) return CL_INVALID_EVENT;
  if (how.code == CL_SUCCESS) call(event, fake_driver().event_status, data);
  return how.code;
}
cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return release(event, "clReleaseEvent", CL_INVALID_EVENT);
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context, const void* il, std::size_t size, cl_int* code) {
  const Bytes bytes(static_cast<const char*>(il), size);
  const bool is_il = bytes.rfind("IL ", 0) == 0;
  const auto program = created("clCreateProgramWithIL", code, [&]() -> cl_program {
    return is_il ? new _cl_program(bytes, true, fake_driver().devices) : nullptr;
  });
  if (!is_il) *code = CL_INVALID_VALUE;
  return program;
}
cl_program CL_API_CALL clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id*, const std::size_t* sizes,
                                                 const unsigned char** binaries, cl_int* status, cl_int* code) {
  const Bytes bytes(reinterpret_cast<const char*>(binaries[0]), sizes[0]);
  const bool is_ptx = bytes.rfind("//PTX", 0) == 0 || fake_driver().takes_all_binaries;
  const bool is_own = bytes.rfind(signature(), 0) == 0;
  *status = CL_SUCCESS;
  const auto program = created("clCreateProgramWithBinary", code, [&]() -> cl_program {
    if (is_own && fake_driver().dies_of_binaries) std::_Exit(66);
    return is_ptx || is_own ? new _cl_program(bytes, is_ptx, 1) : nullptr;
  });
  if (is_ptx || is_own) return program;
  ++fake_driver().foreign;
  *code = CL_INVALID_BINARY;
  return nullptr;
}
cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return release(program, "clReleaseProgram", CL_INVALID_PROGRAM);
}
cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint, const cl_device_id*, const char* options,
                                  void(CL_CALLBACK*)(cl_program, void*), void*) {
  const Misbehaviour how = counted("clBuildProgram");
  if (!exists(program)) return CL_INVALID_PROGRAM;
  const std::string& refused = fake_driver().refused_option;
  if (!refused.empty() && std::string_view(options).find(refused) != std::string_view::npos)
    return CL_INVALID_BUILD_OPTIONS;
  if (how.code != CL_SUCCESS) return how.code;
  if (!program->is_compiled && fake_driver().refuses_binaries) return CL_BUILD_PROGRAM_FAILURE;
  ++(program->is_compiled ? fake_driver().compiled : fake_driver().loaded);
  program->is_built = true;
  return CL_SUCCESS;
}
cl_int CL_API_CALL clGetProgramBuildInfo(cl_program, cl_device_id device, cl_program_build_info info, std::size_t room,
                                         void* to, std::size_t* told) {
  return query("clGetProgramBuildInfo", told, [&] {
    if (device != as<cl_device_id>(device_objects[0])) return cl_int{CL_INVALID_DEVICE};
    if (info == CL_PROGRAM_BUILD_LOG) return answer("", 1, room, to, told);
    const cl_uint type = fake_driver().binary_type;
    return info == CL_PROGRAM_BINARY_TYPE ? answer(&type, sizeof(type), room, to, told) : cl_int{CL_INVALID_VALUE};
  });
}
cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info info, std::size_t room, void* to,
                                    std::size_t* told) {
  return query("clGetProgramInfo", told, [&] {
    return exists(program) ? program_info(program, info, room, to, told) : cl_int{CL_INVALID_PROGRAM};
  });
}

cl_kernel CL_API_CALL clCreateKernel(cl_program, const char*, cl_int* code) {
  return created("clCreateKernel", code, [] { return new _cl_kernel; });
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return release(kernel, "clReleaseKernel", CL_INVALID_KERNEL);
}
cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint, std::size_t, const void*) {
  const Misbehaviour how = counted("clSetKernelArg");
  return exists(kernel) ? how.code : CL_INVALID_KERNEL;
}
cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id, cl_kernel_work_group_info, std::size_t room,
                                            void* to, std::size_t* told) {
  const std::size_t limit = fake_driver().group_limit;
  return query("clGetKernelWorkGroupInfo", told, [&] {
    return exists(kernel) ? answer(&limit, sizeof(limit), room, to, told) : cl_int{CL_INVALID_KERNEL};
  });
}
cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue, cl_kernel kernel, cl_uint, const std::size_t*,
                                          const std::size_t*, const std::size_t*, cl_uint, const cl_event*,
                                          cl_event* event) {
  if (!exists(kernel)) return CL_INVALID_KERNEL;
  return command("clEnqueueNDRangeKernel", event, [] {});
}
cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint, const cl_event*, cl_event* event) {
  if (!exists(queue)) return CL_INVALID_COMMAND_QUEUE;
  return command("clEnqueueMarkerWithWaitList", event, [] {});
}

}  // extern "C"
