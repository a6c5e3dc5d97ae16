// Handles, counts and queries.
#include <cstdlib>

#include "catch_all.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

cl_uint references(cl_mem buffer) {
  cl_uint count = 0;
  REQUIRE(cl.clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof count, &count, nullptr) == CL_SUCCESS);
  return count;
}

}  // namespace

TEST_CASE("A handle that is none, or of another kind, is the error of its kind") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(64);
  auto* wrong = reinterpret_cast<cl_context>(buffer);
  cl_int code = CL_SUCCESS;
  CHECK(cl.clRetainContext(nullptr) == CL_INVALID_CONTEXT);
  CHECK(cl.clRetainContext(wrong) == CL_INVALID_CONTEXT);
  CHECK(cl.clRetainCommandQueue(reinterpret_cast<cl_command_queue>(buffer)) == CL_INVALID_COMMAND_QUEUE);
  CHECK(cl.clFinish(nullptr) == CL_INVALID_COMMAND_QUEUE);
  CHECK(cl.clRetainMemObject(reinterpret_cast<cl_mem>(scene.context)) == CL_INVALID_MEM_OBJECT);
  CHECK(cl.clRetainProgram(nullptr) == CL_INVALID_PROGRAM);
  CHECK(cl.clRetainKernel(nullptr) == CL_INVALID_KERNEL);
  CHECK(cl.clRetainEvent(nullptr) == CL_INVALID_EVENT);
  CHECK(cl.clRetainDevice(nullptr) == CL_INVALID_DEVICE);
  CHECK(cl.clRetainSampler(nullptr) == CL_INVALID_SAMPLER);
  CHECK(cl.clCreateBuffer(wrong, 0, 1, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_CONTEXT);
  CHECK(cl.clCreateImage(wrong, 0, nullptr, nullptr, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_CONTEXT);
  CHECK(cl.clCreateImage(scene.context, 0, nullptr, nullptr, nullptr, &code) == nullptr);
  CHECK(code == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  CHECK(cl.clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(cl.clReleaseMemObject(buffer) == CL_INVALID_MEM_OBJECT);
  CHECK(cl.clGetMemObjectInfo(buffer, CL_MEM_SIZE, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
}

TEST_CASE("An object lives as long as another needs it, and its count is the application's") {
  const Scene scene;
  const cl_mem buffer = scene.buffer(64);
  CHECK(references(buffer) == 1);
  cl_int code = CL_SUCCESS;
  const cl_buffer_region region{16, 16};
  const cl_mem part = cl.clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  REQUIRE(code == CL_SUCCESS);
  CHECK(references(buffer) == 1);
  CHECK(cl.clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(references(buffer) == 0);
  CHECK(cl.clReleaseMemObject(buffer) == CL_INVALID_MEM_OBJECT);
  CHECK(cl.clRetainMemObject(buffer) == CL_SUCCESS);
  CHECK(cl.clReleaseMemObject(part) == CL_SUCCESS);
  CHECK(references(buffer) == 1);
  CHECK(cl.clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(cl.clRetainMemObject(buffer) == CL_INVALID_MEM_OBJECT);
}

TEST_CASE("Every query of a device tells its size, and refuses a smaller room") {
  const Scene scene;
  unsigned answered = 0;
  for (cl_device_info info = 0x1000; info < 0x1080; ++info) {
    CAPTURE(info);
    std::size_t size = 0;
    const cl_int code = cl.clGetDeviceInfo(scene.devices[0], info, 0, nullptr, &size);
    if (code == CL_INVALID_VALUE) continue;
    REQUIRE(code == CL_SUCCESS);
    ++answered;
    std::vector<char> bytes(size + 1);
    CHECK(cl.clGetDeviceInfo(scene.devices[0], info, size, bytes.data(), nullptr) == CL_SUCCESS);
    if (size > 0) {
      CHECK(cl.clGetDeviceInfo(scene.devices[0], info, size - 1, bytes.data(), nullptr) == CL_INVALID_VALUE);
    }
  }
  CHECK(answered > 100);
}

TEST_CASE("Destructor callbacks are called in reverse, when the last command has ended") {
  static std::vector<int> called;
  called.clear();
  const Scene scene;
  const auto note = [](cl_mem, void* data) { called.push_back(*static_cast<int*>(data)); };
  int numbers[] = {1, 2};
  const cl_mem buffer = scene.buffer(64);
  for (int& number : numbers) REQUIRE(cl.clSetMemObjectDestructorCallback(buffer, note, &number) == CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  const cl_event gate = cl.clCreateUserEvent(scene.context, &code);
  REQUIRE(scene.add(scene.queues[0], buffer, 4, 1, {gate}) == CL_SUCCESS);
  CHECK(cl.clReleaseMemObject(buffer) == CL_SUCCESS);
  CHECK(called.empty());
  CHECK(cl.clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
  CHECK(cl.clFinish(scene.queues[0]) == CL_SUCCESS);
  CHECK(called == std::vector<int>{2, 1});
  cl.clReleaseEvent(gate);
}

TEST_CASE("A program with kernels cannot be built again; foreign bytes are no binary") {
  ::setenv("CLC_DRIVER_CLC", "/nowhere/clc", 1);
  const Scene scene;
  const cl_kernel kernel = scene.kernel("add");
  CHECK(cl.clBuildProgram(scene.program, 0, nullptr, nullptr, nullptr, nullptr) == CL_INVALID_OPERATION);
  cl.clReleaseKernel(kernel);
  CHECK(cl.clBuildProgram(scene.program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const std::size_t size = 3;
  const auto* bytes = reinterpret_cast<const unsigned char*>("odd");
  cl_int status = CL_SUCCESS, code = CL_SUCCESS;
  CHECK(cl.clCreateProgramWithBinary(scene.context, 1, scene.devices, &size, &bytes, &status, &code) == nullptr);
  CHECK(code == CL_INVALID_BINARY);
  CHECK(status == CL_INVALID_BINARY);
  const char* source = "kernel void f() {}";
  const cl_program program = cl.clCreateProgramWithSource(scene.context, 1, &source, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  CHECK(cl.clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_COMPILER_NOT_AVAILABLE);
  CHECK(cl.clReleaseProgram(program) == CL_SUCCESS);
}

TEST_CASE("Arguments are checked against what the kernel wants") {
  const Scene scene;
  const cl_kernel kernel = scene.kernel("add");
  const cl_mem buffer = scene.buffer(64);
  const cl_int number = 1;
  const std::size_t items = 4;
  CHECK(cl.clSetKernelArg(kernel, 2, sizeof number, &number) == CL_INVALID_ARG_INDEX);
  CHECK(cl.clSetKernelArg(kernel, 1, 8, &number) == CL_INVALID_ARG_SIZE);
  CHECK(cl.clSetKernelArg(kernel, 1, sizeof number, nullptr) == CL_INVALID_ARG_VALUE);
  CHECK(cl.clSetKernelArg(kernel, 0, 4, &buffer) == CL_INVALID_ARG_SIZE);
  CHECK(cl.clSetKernelArg(kernel, 0, sizeof kernel, &kernel) == CL_INVALID_MEM_OBJECT);
  CHECK(cl.clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS);
  const auto launch = [&](cl_uint dimensions, std::size_t group) {
    return cl.clEnqueueNDRangeKernel(scene.queues[0], kernel, dimensions, nullptr, &items, &group, 0, nullptr, nullptr);
  };
  CHECK(launch(1, 4) == CL_INVALID_KERNEL_ARGS);
  CHECK(cl.clSetKernelArg(kernel, 1, sizeof number, &number) == CL_SUCCESS);
  CHECK(launch(0, 4) == CL_INVALID_WORK_DIMENSION);
  CHECK(launch(1, 3) == CL_INVALID_WORK_GROUP_SIZE);
  CHECK(launch(1, 128) == CL_INVALID_WORK_ITEM_SIZE);
  CHECK(launch(1, 4) == CL_SUCCESS);
  const cl_kernel copy = cl.clCloneKernel(kernel, nullptr);
  CHECK(cl.clEnqueueTask(scene.queues[0], copy, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(scene.read(scene.queues[0], buffer, 5)[0] == 2);
  cl.clReleaseKernel(copy);
  cl.clReleaseKernel(kernel);
  cl.clReleaseMemObject(buffer);
}

TEST_CASE("Versions as numbers are those of the texts") {
  const Scene scene;
  for (const auto& [name, number, prefix] :
       {std::tuple{CL_DEVICE_VERSION, CL_DEVICE_NUMERIC_VERSION, "OpenCL "},
        std::tuple{CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, "OpenCL C "}}) {
    char text[64] = {};
    cl_version version = 0;
    REQUIRE(cl.clGetDeviceInfo(scene.devices[0], name, sizeof text, text, nullptr) == CL_SUCCESS);
    REQUIRE(cl.clGetDeviceInfo(scene.devices[0], number, sizeof version, &version, nullptr) == CL_SUCCESS);
    const std::string told =
        std::to_string(CL_VERSION_MAJOR(version)) + "." + std::to_string(CL_VERSION_MINOR(version));
    CHECK(std::string(text).rfind(prefix + told + " ", 0) == 0);
  }
}

TEST_CASE("No device takes IL, and says so") {
  const Scene scene;
  char version[8] = "x";
  CHECK(cl.clGetDeviceInfo(scene.devices[0], CL_DEVICE_IL_VERSION, sizeof version, version, nullptr) == CL_SUCCESS);
  CHECK(std::string(version).empty());
  std::size_t size = 1;
  CHECK(cl.clGetDeviceInfo(scene.devices[0], CL_DEVICE_ILS_WITH_VERSION, 0, nullptr, &size) == CL_SUCCESS);
  CHECK(size == 0);
  cl_int code = CL_SUCCESS;
  CHECK(cl.clCreateProgramWithIL(scene.context, version, sizeof version, &code) == nullptr);
  CHECK(code == CL_INVALID_OPERATION);
}

TEST_CASE("Sizes that wrap around are too large") {
  const Scene scene;
  const cl_kernel kernel = scene.kernel("share");
  REQUIRE(cl.clSetKernelArg(kernel, 0, 16, nullptr) == CL_SUCCESS);
  REQUIRE(cl.clSetKernelArg(kernel, 1, ~std::size_t{0} - 7, nullptr) == CL_SUCCESS);
  const std::size_t items = 4;
  CHECK(cl.clEnqueueNDRangeKernel(scene.queues[0], kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr) ==
        CL_OUT_OF_RESOURCES);
  const auto size_for = [&](std::size_t count) {
    std::size_t size = 1;
    CHECK(cl.clGetKernelSubGroupInfo(kernel, scene.devices[0], CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count,
                                     &count, sizeof size, &size, nullptr) == CL_SUCCESS);
    return size;
  };
  CHECK(size_for(8) == 64);
  CHECK(size_for(9) == 0);
  CHECK(size_for((std::size_t{1} << 61U) + 1) == 0);
  cl.clReleaseKernel(kernel);
}

}  // namespace clc::front::testing
