// Times launches of a kernel that does next to nothing, one by one and as a command buffer (cl_khr_command_buffer),
// until all are done. The ways take turns; medians of many rounds.
//
// usage: clc_command_buffer_bench DEVICE [BINARY [ROUNDS]]
//        BINARY: for a driver without a compiler; it has the kernel of this source
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <CL/cl_ext.h>

#include "clc/runtime/handles.h"
#include "clc/runtime/queue.h"

namespace {

constexpr const char* k_source =
    "kernel void add(global int* numbers, int number) { numbers[get_global_id(0)] += number; }";
constexpr std::size_t k_items = 256;

[[noreturn]] void give_up(const std::string& message) {
  std::fprintf(stderr, "clc_command_buffer_bench: %s\n", message.c_str());
  std::exit(1);
}

void need(cl_int code, const char* what) {
  if (code != CL_SUCCESS) give_up(std::string(what) + ": " + clc::opencl_error_name(code));
}

cl_device_id device_of(cl_command_queue queue) {
  cl_device_id device = nullptr;
  need(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr), "clGetCommandQueueInfo");
  return device;
}

template <class F>
F function(cl_device_id device, const char* name) {
  cl_platform_id platform = nullptr;
  need(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), "clGetDeviceInfo");
  const auto found = reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(platform, name));
  if (found == nullptr) give_up(std::string("the driver has no ") + name);
  return found;
}

clc::ProgramHandle program_for(const clc::Queue& queue, const char* path) {
  cl_int code = CL_SUCCESS;
  const cl_device_id device = device_of(queue.handle());
  clc::ProgramHandle program;
  if (path == nullptr) {
    const char* source = k_source;
    program.reset(clCreateProgramWithSource(queue.context(), 1, &source, nullptr, &code));
  } else {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::size_t size = bytes.size();
    program.reset(clCreateProgramWithBinary(queue.context(), 1, &device, &size, &begin, nullptr, &code));
  }
  need(code, "the program");
  need(clBuildProgram(program.get(), 1, &device, nullptr, nullptr, nullptr), "clBuildProgram");
  return program;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

double microseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

void compare(cl_command_queue handle, cl_kernel kernel, int launches, int rounds) {
  const cl_device_id device = device_of(handle);
  cl_int code = CL_SUCCESS;
  const cl_command_buffer_khr buffer =
      function<clCreateCommandBufferKHR_fn>(device, "clCreateCommandBufferKHR")(1, &handle, nullptr, &code);
  need(code, "clCreateCommandBufferKHR");
  const auto record = function<clCommandNDRangeKernelKHR_fn>(device, "clCommandNDRangeKernelKHR");
  for (int i = 0; i < launches; ++i) {
    need(record(buffer, nullptr, nullptr, kernel, 1, nullptr, &k_items, nullptr, 0, nullptr, nullptr, nullptr),
         "record");
  }
  need(function<clFinalizeCommandBufferKHR_fn>(device, "clFinalizeCommandBufferKHR")(buffer), "finalize");
  const auto enqueue = function<clEnqueueCommandBufferKHR_fn>(device, "clEnqueueCommandBufferKHR");
  const auto one_by_one = [&] {
    for (int i = 0; i < launches; ++i) {
      need(clEnqueueNDRangeKernel(handle, kernel, 1, nullptr, &k_items, nullptr, 0, nullptr, nullptr), "launch");
    }
    need(clFinish(handle), "clFinish");
  };
  const auto together = [&] {
    need(enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "enqueue");
    need(clFinish(handle), "clFinish");
  };
  one_by_one();
  together();
  std::vector<double> times[2];
  for (int i = 0; i < rounds; ++i) {
    times[0].push_back(microseconds(one_by_one) / launches);
    times[1].push_back(microseconds(together) / launches);
  }
  std::printf("%8d  %10.3f  %14.3f\n", launches, median(times[0]), median(times[1]));
  function<clReleaseCommandBufferKHR_fn>(device, "clReleaseCommandBufferKHR")(buffer);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) give_up("usage: clc_command_buffer_bench DEVICE [BINARY [ROUNDS]]");
  const auto device = clc::select_device(argv[1]);
  if (!device) give_up(device.error().message);
  const auto queue = clc::Queue::create(*device);
  if (!queue) give_up(queue.error().message);
  const int rounds = argc > 3 ? std::max(1, std::atoi(argv[3])) : 51;
  const clc::ProgramHandle program = program_for(*queue, argc > 2 ? argv[2] : nullptr);
  cl_int code = CL_SUCCESS;
  const clc::KernelHandle kernel(clCreateKernel(program.get(), "add", &code));
  need(code, "clCreateKernel");
  const clc::MemoryHandle memory(clCreateBuffer(queue->context(), 0, k_items * sizeof(cl_int), nullptr, &code));
  need(code, "clCreateBuffer");
  const cl_mem numbers = memory.get();
  const cl_int number = 1;
  need(clSetKernelArg(kernel.get(), 0, sizeof numbers, &numbers), "clSetKernelArg");
  need(clSetKernelArg(kernel.get(), 1, sizeof number, &number), "clSetKernelArg");
  // One that does not profile, unlike clc::Queue's.
  const clc::QueueHandle plain(clCreateCommandQueueWithProperties(queue->context(), device->id, nullptr, &code));
  need(code, "clCreateCommandQueueWithProperties");
  std::printf("microseconds a launch until all are done, on %s, medians of %d rounds\n", device->facts.name.c_str(),
              rounds);
  std::printf("launches  one by one  command buffer\n");
  for (const int launches : {1, 10, 100, 1000}) compare(plain.get(), kernel.get(), launches, rounds);
}
