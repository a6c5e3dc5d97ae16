// The context, queues and kernels that tests of the front begin with.
#include "catch_all.h"
#include "fake_devices.h"

namespace clc::front::testing {
namespace {

void CL_CALLBACK take_report(const char* text, const void*, std::size_t, void* data) {
  static_cast<Scene*>(data)->reports.emplace_back(text);
}

}  // namespace

Scene::Scene(cl_command_queue_properties properties) {
  REQUIRE(cl.clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_ALL, 2, devices, nullptr) == CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  context = cl.clCreateContext(nullptr, 2, devices, take_report, this, &code);
  REQUIRE(code == CL_SUCCESS);
  for (unsigned i = 0; i < 2; ++i) {
    queues[i] = cl.clCreateCommandQueue(context, devices[i], properties, &code);
    REQUIRE(code == CL_SUCCESS);
  }
  const std::size_t sizes[] = {k_binary.size(), k_binary.size()};
  const auto* bytes = reinterpret_cast<const unsigned char*>(k_binary.data());
  const unsigned char* binaries[] = {bytes, bytes};
  program = cl.clCreateProgramWithBinary(context, 2, devices, sizes, binaries, nullptr, &code);
  REQUIRE(code == CL_SUCCESS);
  REQUIRE(cl.clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
}

Scene::~Scene() {
  cl.clReleaseProgram(program);
  for (const cl_command_queue queue : queues) {
    cl.clFinish(queue);
    cl.clReleaseCommandQueue(queue);
  }
  cl.clReleaseContext(context);
}

cl_kernel Scene::kernel(const char* name) const {
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = cl.clCreateKernel(program, name, &code);
  REQUIRE(code == CL_SUCCESS);
  return kernel;
}

cl_mem Scene::buffer(std::size_t size, cl_mem_flags flags, void* host) const {
  cl_int code = CL_SUCCESS;
  const cl_mem buffer = cl.clCreateBuffer(context, flags, size, host, &code);
  REQUIRE(code == CL_SUCCESS);
  return buffer;
}

cl_int Scene::add(cl_command_queue queue, cl_mem buffer, std::size_t count, cl_int number, std::vector<cl_event> waits,
                  cl_event* event) const {
  const cl_kernel add = kernel("add");
  REQUIRE(cl.clSetKernelArg(add, 0, sizeof buffer, &buffer) == CL_SUCCESS);
  REQUIRE(cl.clSetKernelArg(add, 1, sizeof number, &number) == CL_SUCCESS);
  const cl_int code =
      cl.clEnqueueNDRangeKernel(queue, add, 1, nullptr, &count, nullptr, static_cast<cl_uint>(waits.size()),
                                waits.empty() ? nullptr : waits.data(), event);
  cl.clReleaseKernel(add);
  return code;
}

std::vector<cl_int> Scene::read(cl_command_queue queue, cl_mem buffer, std::size_t count) const {
  std::vector<cl_int> numbers(count);
  REQUIRE(cl.clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(cl_int), numbers.data(), 0, nullptr,
                                 nullptr) == CL_SUCCESS);
  return numbers;
}

cl_int status_of(cl_event event) {
  cl_int status = 0;
  REQUIRE(cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr) == CL_SUCCESS);
  return status;
}

}  // namespace clc::front::testing
