// The driver over a libcuda.so.1 that tests see into: what it asks of CUDA, and what it makes of CUDA's answers.
#include <array>
#include <cstring>
#include <numeric>

#include "catch_all.h"
#include "cuda/cuda_api.h"
#include "cuda_driver.h"

namespace clc::cuda::testing {
namespace {

const std::string k_locals = R"({"name":"locals","attributes":"","dynamic_bytes":100,"arguments":[
  {"kind":"local","size":4,"name":"a","type_name":"char*","address":"local"},
  {"kind":"value","size":12,"name":"three","type_name":"struct S","address":"private"},
  {"kind":"local","size":4,"name":"b","type_name":"double16*","address":"local"}]})";
const std::string k_fixed = R"x({"name":"fixed","attributes":"reqd_work_group_size(32,2,1)",
  "required_group_size":[32,2,1],"arguments":[]})x";
const std::string k_of_pipe = R"({"name":"none","attributes":"","arguments":[
  {"kind":"pipe","size":8,"name":"p","type_name":"pipe","address":"private","access":"read_only"}]})";
const std::string k_trap = R"({"name":"trap","attributes":"","arguments":[]})";

template <class T>
T value_of(const std::vector<std::uint8_t>& bytes) {
  T value{};
  REQUIRE(bytes.size() == sizeof value);
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

template <class T>
T answer(cl_device_id device, cl_device_info info) {
  T value{};
  REQUIRE(cl().clGetDeviceInfo(device, info, sizeof value, &value, nullptr) == CL_SUCCESS);
  return value;
}

std::string text_of(cl_device_id device, cl_device_info info) {
  char text[4096] = {};
  REQUIRE(cl().clGetDeviceInfo(device, info, sizeof text, text, nullptr) == CL_SUCCESS);
  return text;
}

std::vector<cl_int> read_all(const Scene& scene, cl_mem buffer, std::size_t count) {
  std::vector<cl_int> numbers(count);
  REQUIRE(cl().clEnqueueReadBuffer(scene.queue, buffer, CL_TRUE, 0, count * sizeof(cl_int), numbers.data(), 0, nullptr,
                                   nullptr) == CL_SUCCESS);
  return numbers;
}

FakeLaunch last_launch() {
  const std::lock_guard guard(fake().mutex);
  return fake().launches.back();
}

std::vector<cl_int> counted(std::size_t count) {
  std::vector<cl_int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("Each GPU is a device with the facts that CUDA tells") {
  cl_uint count = 0;
  REQUIRE(cl().clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count == 2);
  cl_device_id devices[2] = {};
  REQUIRE(cl().clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 2, devices, nullptr) == CL_SUCCESS);
  CHECK(text_of(devices[1], CL_DEVICE_NAME) == "Fake GPU 1");
  CHECK(text_of(devices[0], CL_DEVICE_VERSION).starts_with("OpenCL 3.0 "));
  CHECK(text_of(devices[0], CL_DRIVER_VERSION).find("CUDA 12.8") != std::string::npos);
  CHECK(answer<cl_ulong>(devices[0], CL_DEVICE_LOCAL_MEM_SIZE) == 232448);
  CHECK(answer<cl_uint>(devices[0], CL_DEVICE_MAX_COMPUTE_UNITS) == 132);
  CHECK(answer<std::size_t>(devices[0], CL_DEVICE_MAX_WORK_GROUP_SIZE) == 1024);
  CHECK(answer<cl_uint>(devices[0], CL_DEVICE_MAX_NUM_SUB_GROUPS) == 32);
  CHECK(answer<cl_device_pci_bus_info_khr>(devices[1], CL_DEVICE_PCI_BUS_INFO_KHR).pci_bus == 2);
  CHECK(answer<cl_bool>(devices[0], CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE);
  CHECK(answer<std::size_t>(devices[0], CL_DEVICE_IMAGE2D_MAX_WIDTH) == 32768);
  CHECK(answer<std::size_t>(devices[0], CL_DEVICE_IMAGE3D_MAX_DEPTH) == 16384);
}

TEST_CASE("A launch passes arguments, the offset and the dimensions") {
  const Scene scene;
  const cl_kernel kernel = scene.kernel(k_add, "add");
  auto numbers = counted(64);
  const cl_mem buffer = scene.buffer(256, CL_MEM_COPY_HOST_PTR, numbers.data());
  const cl_int number = 100;
  CHECK(cl().clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS);
  CHECK(cl().clSetKernelArg(kernel, 1, sizeof number, &number) == CL_SUCCESS);
  CHECK(scene.launch(kernel, 30, 32) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(scene.launch(kernel, 32, 16, 8) == CL_SUCCESS);
  for (std::size_t i = 8; i < 40; ++i) numbers[i] += number;
  CHECK(read_all(scene, buffer, 64) == numbers);
  const FakeLaunch launch = last_launch();
  CHECK(launch.groups[0] == 2);
  CHECK(launch.items[0] == 16);
  CHECK(launch.dynamic_bytes == 0);
  CHECK(launch.hidden[0] == 8);
  CHECK(launch.hidden[3] == 1);
  cl_kernel_arg_type_qualifier qualifiers = 0;
  CHECK(cl().clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers, &qualifiers, nullptr) ==
        CL_SUCCESS);
  CHECK(qualifiers == (CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE));
  cl().clReleaseMemObject(buffer);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("Sub-buffers and null pointers are addresses") {
  const Scene scene;
  const cl_kernel kernel = scene.kernel(k_add, "add");
  const cl_mem buffer = scene.buffer(1024);
  const cl_int zero = 0;
  CHECK(cl().clEnqueueFillBuffer(scene.queue, buffer, &zero, 4, 0, 1024, 0, nullptr, nullptr) == CL_SUCCESS);
  const cl_buffer_region region{512, 256};
  const cl_mem part = cl().clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  REQUIRE(part != nullptr);
  const cl_int number = 7;
  cl().clSetKernelArg(kernel, 0, sizeof part, &part);
  cl().clSetKernelArg(kernel, 1, sizeof number, &number);
  CHECK(scene.launch(kernel, 64, 64) == CL_SUCCESS);
  const auto numbers = read_all(scene, buffer, 256);
  CHECK(numbers[127] == 0);
  CHECK(numbers[128] == 7);
  CHECK(numbers[191] == 7);
  CHECK(numbers[192] == 0);
  cl().clReleaseMemObject(part);
  cl().clReleaseMemObject(buffer);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("Local arguments lie behind each other in dynamic shared memory, up to what the chip has") {
  const Scene scene;
  const cl_kernel kernel = scene.kernel(k_locals, "locals");
  CHECK(fake().dynamic_limits.at("locals") == 232448 - 256);
  const cl_int three[3] = {1, 2, 3};
  const auto launch = [&](std::size_t first, std::size_t second) {
    cl().clSetKernelArg(kernel, 0, first, nullptr);
    cl().clSetKernelArg(kernel, 1, sizeof three, three);
    cl().clSetKernelArg(kernel, 2, second, nullptr);
    const cl_int code = scene.launch(kernel, 64, 64);
    CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
    return code;
  };
  CHECK(launch(5, 256) == CL_SUCCESS);
  const FakeLaunch first = last_launch();
  CHECK(value_of<std::uint32_t>(first.arguments[0]) == 128);
  CHECK(value_of<std::array<cl_int, 3>>(first.arguments[1]) == std::array<cl_int, 3>{1, 2, 3});
  CHECK(value_of<std::uint32_t>(first.arguments[2]) == 256);
  CHECK(first.dynamic_bytes == 512);
  // Without room for large gaps.
  CHECK(launch(16, 232448 - 256 - 128) == CL_SUCCESS);
  const FakeLaunch last = last_launch();
  CHECK(value_of<std::uint32_t>(last.arguments[0]) == 112);
  CHECK(value_of<std::uint32_t>(last.arguments[2]) == 128);
  CHECK(last.dynamic_bytes == 232448 - 256);
  CHECK(launch(32, 232448 - 256 - 100) == CL_OUT_OF_RESOURCES);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("A pipe is memory that kernels alone reach, empty at first") {
  const Scene scene;
  CHECK(answer<cl_bool>(scene.device, CL_DEVICE_PIPE_SUPPORT) == CL_TRUE);
  CHECK(answer<cl_uint>(scene.device, CL_DEVICE_PIPE_MAX_PACKET_SIZE) == 1024);
  cl_int code = CL_SUCCESS;
  const auto create = [&](cl_mem_flags flags, cl_uint bytes, cl_uint packets, const cl_pipe_properties* properties) {
    return cl().clCreatePipe(scene.context, flags, bytes, packets, properties, &code);
  };
  const cl_pipe_properties none[] = {0};
  CHECK((create(0, 0, 8, nullptr) == nullptr && code == CL_INVALID_PIPE_SIZE));
  CHECK((create(0, 4, 0, nullptr) == nullptr && code == CL_INVALID_PIPE_SIZE));
  CHECK((create(0, 1025, 8, nullptr) == nullptr && code == CL_INVALID_PIPE_SIZE));
  CHECK((create(CL_MEM_READ_ONLY, 4, 8, nullptr) == nullptr && code == CL_INVALID_VALUE));
  CHECK((create(0, 4, 8, none) == nullptr && code == CL_INVALID_VALUE));
  const cl_mem pipe = create(0, 12, 8, nullptr), buffer = scene.buffer(64);
  REQUIRE(code == CL_SUCCESS);
  cl_uint told = 0;
  cl_mem_object_type type = 0;
  CHECK(cl().clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof told, &told, nullptr) == CL_SUCCESS);
  CHECK(told == 12);
  CHECK(cl().clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof told, &told, nullptr) == CL_SUCCESS);
  CHECK(told == 8);
  CHECK(cl().clGetPipeInfo(buffer, CL_PIPE_MAX_PACKETS, sizeof told, &told, nullptr) == CL_INVALID_MEM_OBJECT);
  CHECK(cl().clGetMemObjectInfo(pipe, CL_MEM_TYPE, sizeof type, &type, nullptr) == CL_SUCCESS);
  CHECK(type == CL_MEM_OBJECT_PIPE);
  CHECK(cl().clEnqueueReadBuffer(scene.queue, pipe, CL_TRUE, 0, 4, &told, 0, nullptr, nullptr) ==
        CL_INVALID_MEM_OBJECT);

  const cl_kernel kernel = scene.kernel(k_of_pipe, "none");
  CHECK(cl().clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_INVALID_MEM_OBJECT);
  CHECK(cl().clSetKernelArg(kernel, 0, sizeof pipe, &pipe) == CL_SUCCESS);
  CHECK(scene.launch(kernel, 1, 1) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  // tools/builtins/nvptx_pipes.cl: the room at 16, zeros for two positions and for eight places of 16 bytes from 64 on.
  const auto* words = value_of<const std::uint32_t*>(last_launch().arguments[0]);
  CHECK(words[4] == 8);
  CHECK(std::accumulate(words, words + 64, 0U) == 8);
  cl_kernel_arg_type_qualifier qualifiers = 0;
  CHECK(cl().clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers, &qualifiers, nullptr) ==
        CL_SUCCESS);
  CHECK(qualifiers == CL_KERNEL_ARG_TYPE_PIPE);
  cl().clReleaseMemObject(pipe);
  cl().clReleaseMemObject(buffer);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("A required group is chosen and held") {
  const Scene scene;
  const cl_kernel kernel = scene.kernel(k_fixed, "fixed");
  const std::size_t items[] = {64, 4};
  CHECK(cl().clEnqueueNDRangeKernel(scene.queue, kernel, 2, nullptr, items, nullptr, 0, nullptr, nullptr) ==
        CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  CHECK(last_launch().groups[1] == 2);
  CHECK(last_launch().hidden[3] == 2);
  CHECK(cl().clEnqueueNDRangeKernel(scene.queue, kernel, 2, nullptr, items, items, 0, nullptr, nullptr) ==
        CL_INVALID_WORK_GROUP_SIZE);
  // More groups than CUDA takes at once.
  const std::size_t tall[] = {32, 2 * 65538}, offset[] = {0, 10};
  CHECK(cl().clEnqueueNDRangeKernel(scene.queue, kernel, 2, offset, tall, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  const FakeLaunch rest = last_launch();
  CHECK(rest.groups[1] == 3);
  const std::vector<std::uint32_t> hidden(rest.hidden, rest.hidden + 8);
  CHECK(hidden == std::vector<std::uint32_t>{0, 2 * 65535 + 10, 0, 2, 65535, 0, 65538, 1});
  cl().clReleaseKernel(kernel);
}

TEST_CASE("Boxes, fills and maps move the same bytes as on the host") {
  const Scene scene;
  auto numbers = counted(256);
  const cl_mem buffer = scene.buffer(1024, CL_MEM_COPY_HOST_PTR, numbers.data());
  const cl_mem other = scene.buffer(1024);
  const std::size_t from[] = {16, 1, 0}, to[] = {0, 0, 0}, region[] = {32, 3, 2};
  CHECK(cl().clEnqueueCopyBufferRect(scene.queue, buffer, other, from, to, region, 64, 256, 32, 96, 0, nullptr,
                                     nullptr) == CL_SUCCESS);
  const auto copied = read_all(scene, other, 48);
  for (std::size_t i = 0; i < 48; ++i) {
    const std::size_t x = i % 8, y = i / 8 % 3, z = i / 24;
    CHECK(copied[i] == static_cast<cl_int>(4 + x + (1 + y) * 16 + z * 64));
  }
  for (const std::size_t size : {1, 2, 4, 8, 16, 128}) {
    std::vector<std::uint8_t> pattern(size), bytes(1024);
    for (std::size_t i = 0; i < size; ++i) pattern[i] = static_cast<std::uint8_t>(i * 3 + size);
    CHECK(cl().clEnqueueFillBuffer(scene.queue, other, pattern.data(), size, 128, 896, 0, nullptr, nullptr) ==
          CL_SUCCESS);
    CHECK(cl().clEnqueueReadBuffer(scene.queue, other, CL_TRUE, 0, 1024, bytes.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
    std::size_t wrong = 0;
    for (std::size_t i = 128; i < 1024; ++i) wrong += bytes[i] != pattern[i % size];
    CHECK(wrong == 0);
  }
  cl_int code = CL_SUCCESS;
  auto* mapped = static_cast<cl_int*>(cl().clEnqueueMapBuffer(scene.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                              128, 64, 0, nullptr, nullptr, &code));
  REQUIRE(code == CL_SUCCESS);
  CHECK(mapped[0] == 32);
  mapped[1] = -1;
  CHECK(cl().clEnqueueUnmapMemObject(scene.queue, buffer, mapped, 0, nullptr, nullptr) == CL_SUCCESS);
  numbers[33] = -1;
  CHECK(read_all(scene, buffer, 256) == numbers);
  cl().clReleaseMemObject(other);
  cl().clReleaseMemObject(buffer);
}

TEST_CASE("Shared memory is the host's and the kernel's") {
  const Scene scene;
  CHECK(answer<cl_device_svm_capabilities>(scene.device, CL_DEVICE_SVM_CAPABILITIES) ==
        (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER));
  const auto allocate = [&](cl_svm_mem_flags flags, cl_uint alignment) {
    return static_cast<cl_int*>(cl().clSVMAlloc(scene.context, flags, 256, alignment));
  };
  CHECK(allocate(CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 0) == nullptr);
  CHECK(allocate(CL_MEM_READ_WRITE, 3) == nullptr);
  cl_int* const numbers = allocate(CL_MEM_READ_WRITE, 16);
  REQUIRE(numbers != nullptr);
  const cl_kernel kernel = scene.kernel(k_add, "add");
  const cl_int number = 3, seven = 7;
  CHECK(cl().clEnqueueSVMMemFill(scene.queue, numbers, &seven, 4, 256, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(cl().clEnqueueSVMMemFill(scene.queue, numbers, &seven, 3, 255, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(cl().clSetKernelArgSVMPointer(kernel, 0, numbers + 16) == CL_SUCCESS);
  CHECK(cl().clSetKernelArgSVMPointer(kernel, 1, numbers) == CL_INVALID_ARG_VALUE);
  CHECK(cl().clSetKernelArg(kernel, 1, sizeof number, &number) == CL_SUCCESS);
  const void* reached = numbers;
  CHECK(cl().clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, &reached) == CL_SUCCESS);
  CHECK(scene.launch(kernel, 32, 32) == CL_SUCCESS);
  CHECK(cl().clEnqueueSVMMap(scene.queue, CL_TRUE, CL_MAP_READ, numbers, 256, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(std::vector<cl_int>{numbers[15], numbers[16], numbers[47], numbers[48]} == std::vector<cl_int>{7, 10, 10, 7});
  CHECK(cl().clEnqueueSVMUnmap(scene.queue, numbers, 0, nullptr, nullptr) == CL_SUCCESS);
  cl().clSVMFree(scene.context, numbers);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("Shared memory is copied, migrated, used by buffers and freed") {
  const Scene scene;
  auto* numbers = static_cast<cl_int*>(cl().clSVMAlloc(scene.context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 256, 0));
  REQUIRE(numbers != nullptr);
  const auto host = counted(64);
  const auto copy = [&](const void* from) {
    return cl().clEnqueueSVMMemcpy(scene.queue, CL_TRUE, numbers, from, 256, 0, nullptr, nullptr);
  };
  CHECK(copy(numbers + 1) == CL_MEM_COPY_OVERLAP);
  CHECK(copy(host.data()) == CL_SUCCESS);
  CHECK(numbers[63] == 63);
  const auto migrate = [&](std::size_t size) {
    const void* list[] = {numbers + 2};
    return cl().clEnqueueSVMMigrateMem(scene.queue, 1, list, &size, 0, 0, nullptr, nullptr);
  };
  CHECK(migrate(248) == CL_SUCCESS);
  CHECK(migrate(249) == CL_INVALID_VALUE);
  cl_bool is_shared = CL_FALSE;
  const cl_mem buffer = scene.buffer(64, CL_MEM_USE_HOST_PTR, numbers + 4);
  CHECK(cl().clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof is_shared, &is_shared, nullptr) == CL_SUCCESS);
  CHECK(is_shared == CL_TRUE);
  cl().clReleaseMemObject(buffer);
  void* freed = numbers;
  CHECK(cl().clEnqueueSVMFree(scene.queue, 1, &freed, nullptr, nullptr, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
  CHECK(migrate(248) == CL_INVALID_VALUE);
}

TEST_CASE("A program tells the bytes of its variables in global memory") {
  const Scene scene;
  for (const std::size_t bytes : {0, 24}) {
    std::string binary = module_of(k_add);
    if (bytes != 0) binary.insert(binary.find("\"kernels\""), "\"variable_bytes\":24,");
    cl_int code = CL_SUCCESS;
    const cl_program program = scene.program(binary, code);
    REQUIRE(code == CL_SUCCESS);
    std::size_t told = 1;
    CHECK(cl().clGetProgramBuildInfo(program, scene.device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof told,
                                     &told, nullptr) == CL_SUCCESS);
    CHECK(told == bytes);
    cl().clReleaseProgram(program);
  }
}

TEST_CASE("Binaries that are not of clc for CUDA are refused") {
  const Scene scene;
  const auto code_of = [&](const std::string& binary) {
    cl_int code = CL_SUCCESS;
    const cl_program made = scene.program(binary, code);
    if (made != nullptr) cl().clReleaseProgram(made);
    return code;
  };
  CHECK(code_of("some text") == CL_INVALID_BINARY);
  CHECK(code_of(".version 7.8\n.target sm_90\n") == CL_INVALID_BINARY);
  CHECK(code_of(module_of("error")) == CL_INVALID_BINARY);
  CHECK(code_of(module_of("{")) == CL_INVALID_BINARY);
  CHECK(code_of(module_of(R"({"name":"missing","arguments":[]})")) == CL_INVALID_BINARY);
  CHECK(code_of(module_of(R"({"name":"k","arguments":[{"kind":"tensor"}]})")) == CL_INVALID_BINARY);
  CHECK(code_of(std::string("\x7f"
                            "ELF",
                            4)) == CL_INVALID_BINARY);
  CHECK(code_of(std::string("\x7f"
                            "ELF",
                            4) +
                std::string(100, '\2')) == CL_INVALID_BINARY);
  CHECK(code_of(module_of(k_add)) == CL_SUCCESS);
  CHECK(code_of(module_of(k_add) + '\0') == CL_SUCCESS);
  CHECK(fake().live_modules == 0);
}

TEST_CASE("Every call of CUDA's that fails is an error of OpenCL's") {
  Scene scene;
  const cl_kernel kernel = scene.kernel(k_add, "add");
  const cl_mem buffer = scene.buffer(64), other = scene.buffer(64);
  const cl_int number = 1;
  cl().clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  cl().clSetKernelArg(kernel, 1, sizeof number, &number);
  const auto fails = [&](const char* function, const auto& call) {
    CHECK(cl().clFinish(scene.queue) == CL_SUCCESS);
    set_failures({{function, 2}});
    cl_int code = call();
    if (code == CL_SUCCESS) code = cl().clFinish(scene.queue);
    set_failures({});
    INFO(function);
    CHECK(code != CL_SUCCESS);
    return code;
  };
  std::uint8_t bytes[64] = {};
  cl_int code = CL_SUCCESS;
  fails("cuMemAlloc_v2", [&] { return cl().clCreateBuffer(scene.context, 0, 64, nullptr, &code), code; });
  CHECK(code == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  fails("cuLaunchKernel", [&] { return scene.launch(kernel, 16, 16); });
  fails("cuStreamSynchronize", [&] { return scene.launch(kernel, 16, 16); });
  const auto write = [&] {
    return cl().clEnqueueWriteBuffer(scene.queue, buffer, CL_TRUE, 0, 64, bytes, 0, nullptr, nullptr);
  };
  fails("cuMemcpyHtoDAsync_v2", write);
  fails("cuCtxPushCurrent_v2", write);
  fails("cuMemcpyDtoHAsync_v2",
        [&] { return cl().clEnqueueReadBuffer(scene.queue, buffer, CL_TRUE, 0, 64, bytes, 0, nullptr, nullptr); });
  fails("cuMemcpyDtoDAsync_v2",
        [&] { return cl().clEnqueueCopyBuffer(scene.queue, buffer, other, 0, 0, 64, 0, nullptr, nullptr); });
  fails("cuMemsetD8Async",
        [&] { return cl().clEnqueueFillBuffer(scene.queue, buffer, bytes, 1, 0, 64, 0, nullptr, nullptr); });
  fails("cuMemHostAlloc", [&] {
    return cl().clEnqueueMapBuffer(scene.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &code), code;
  });
  for (const char* function :
       {"cuModuleLoadDataEx", "cuModuleGetFunction", "cuModuleGetGlobal_v2", "cuMemcpyDtoH_v2", "cuFuncGetAttribute"}) {
    fails(function, [&] { return scene.program(module_of(k_add), code), code; });
  }
  fails("cuFuncSetAttribute", [&] { return scene.program(module_of(k_locals), code), code; });
  cl().clReleaseMemObject(other);
  cl().clReleaseMemObject(buffer);
  cl().clReleaseKernel(kernel);
}

TEST_CASE("A part of a GPU has a UUID of its own") {
  const Scene scene;
  cl_uchar uuid[CL_UUID_SIZE_KHR] = {};
  CHECK(cl().clGetDeviceInfo(scene.device, CL_DEVICE_UUID_KHR, sizeof uuid, uuid, nullptr) == CL_SUCCESS);
  CHECK(uuid[0] == 9);
}

TEST_CASE("Everything is given back") {
  CHECK(fake().live_graphs == 0);
  CHECK(fake().live_allocations == 0);
  CHECK(fake().live_arrays == 0);
  CHECK(fake().live_textures == 0);
  CHECK(fake().live_surfaces == 0);
  CHECK(fake().live_modules == 0);
}

// The last one: nothing runs on the device any more.
TEST_CASE("A kernel that fails takes the context with it") {
  Scene scene;
  const cl_kernel kernel = scene.kernel(k_trap, "trap");
  const cl_mem buffer = scene.buffer(64);
  cl_event event = nullptr;
  CHECK(scene.launch(kernel, 1, 1, 0, &event) == CL_SUCCESS);
  CHECK(cl().clFinish(scene.queue) == CL_OUT_OF_RESOURCES);
  cl_int status = 0;
  CHECK(cl().clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) == CL_SUCCESS);
  CHECK(status == CL_OUT_OF_RESOURCES);
  cl_int code = CL_SUCCESS, number = 0;
  CHECK(cl().clCreateBuffer(scene.context, 0, 64, nullptr, &code) == nullptr);
  CHECK(code == CL_OUT_OF_RESOURCES);
  CHECK(cl().clEnqueueReadBuffer(scene.queue, buffer, CL_TRUE, 0, 4, &number, 0, nullptr, nullptr) ==
        CL_OUT_OF_RESOURCES);
  cl().clReleaseEvent(event);
  cl().clReleaseMemObject(buffer);
  cl().clReleaseKernel(kernel);
  scene.wait_for_callbacks();
  REQUIRE(!scene.reports.empty());
  CHECK(scene.reports.front().find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos);
  CHECK(scene.reports.back() == scene.reports.front());
}

// In processes of their own, with CLC_FAKE_CUDA or another libcuda.so.1.
TEST_CASE("A server of MPS that is not ready is told, and asked again", "[.server]") {
  Scene scene;
  cl_int code = CL_SUCCESS;
  CHECK(cl().clCreateBuffer(scene.context, 0, 64, nullptr, &code) == nullptr);
  CHECK(code == CL_OUT_OF_RESOURCES);
  scene.wait_for_callbacks();
  REQUIRE(scene.reports.size() == 1);
  CHECK(scene.reports.front().find("no context can be made on") != std::string::npos);
  set_failures({});
  const cl_mem buffer = cl().clCreateBuffer(scene.context, 0, 64, nullptr, &code);
  CHECK(code == CL_SUCCESS);
  cl().clReleaseMemObject(buffer);
}

TEST_CASE("A context that MPS ends for the sake of another process is lost", "[.shared]") {
  Scene scene;
  const cl_mem buffer = scene.buffer(64);
  const auto fill = [&] {
    const cl_int zero = 0;
    const cl_int code = cl().clEnqueueFillBuffer(scene.queue, buffer, &zero, 4, 0, 64, 0, nullptr, nullptr);
    return code == CL_SUCCESS ? cl().clFinish(scene.queue) : code;
  };
  CHECK(fill() == CL_SUCCESS);
  set_failures({{"cuMemsetD32Async", k_mps_client_terminated}});
  CHECK(fill() == CL_OUT_OF_RESOURCES);
  set_failures({});
  CHECK(fill() == CL_OUT_OF_RESOURCES);
  cl().clReleaseMemObject(buffer);
  scene.wait_for_callbacks();
  REQUIRE(!scene.reports.empty());
  CHECK(scene.reports.front().find("another one under MPS") != std::string::npos);
}

TEST_CASE("Without CUDA there is no platform", "[.absent]") {
  CHECK(platform_code() == CL_PLATFORM_NOT_FOUND_KHR);
}

}  // namespace clc::cuda::testing
