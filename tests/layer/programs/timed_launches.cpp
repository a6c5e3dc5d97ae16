// Launches kernels in queues with and without profiling, for times_test.py. It fails where it can see that the layer
// measures.
//
// usage: clc_timed_launches [launches] [--speed]
//        launches  of `scale` in a queue without profiling (default 5)
//        --speed   prints the nanoseconds of a launch, and does nothing else
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <CL/cl.h>

namespace {

constexpr const char* k_source = R"(
kernel void scale(global float* a, int times) { for (int i = 0; i < times; ++i) a[get_global_id(0)] *= 1.5f; }
kernel void fill(global float* a) { a[get_global_id(0) + get_global_size(0) * get_global_id(1)] = 1; }
)";

void check(bool is_right, const char* what) {
  if (is_right) return;
  std::printf("failed: %s\n", what);
  std::fflush(stdout);
  std::exit(3);
}

struct Context {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_program program = nullptr;
  cl_mem buffer = nullptr;
};

Context make_context() {
  Context made;
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &made.device, nullptr) == CL_SUCCESS, "clGetDeviceIDs");
  made.context = clCreateContext(nullptr, 1, &made.device, nullptr, nullptr, nullptr);
  const char* source = k_source;
  made.program = clCreateProgramWithSource(made.context, 1, &source, nullptr, nullptr);
  check(clBuildProgram(made.program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS, "clBuildProgram");
  made.buffer = clCreateBuffer(made.context, CL_MEM_READ_WRITE, 1U << 16U, nullptr, nullptr);
  check(made.buffer != nullptr, "clCreateBuffer");
  return made;
}

cl_kernel kernel_of(const Context& context, const char* name) {
  const cl_kernel kernel = clCreateKernel(context.program, name, nullptr);
  check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &context.buffer) == CL_SUCCESS, name);
  return kernel;
}

cl_command_queue_properties properties_of(cl_command_queue queue) {
  cl_command_queue_properties bits = 0;
  check(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(bits), &bits, nullptr) == CL_SUCCESS, "properties");
  return bits;
}

void launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, cl_event* event) {
  const std::size_t global[2] = {64, 8}, local[2] = {16, 1};
  check(clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, dimensions == 1 ? local : nullptr, 0,
                               nullptr, event) == CL_SUCCESS,
        "clEnqueueNDRangeKernel");
}

// A queue without profiling stays one to its application.
void run_plain(const Context& context, int launches) {
  const cl_command_queue queue = clCreateCommandQueue(context.context, context.device, 0, nullptr);
  check(queue != nullptr && properties_of(queue) == 0, "a queue has properties that nobody asked for");
  const cl_kernel scale = kernel_of(context, "scale");
  const cl_int times = 1000;
  check(clSetKernelArg(scale, 1, sizeof(times), &times) == CL_SUCCESS, "times");
  for (int i = 0; i < launches; ++i) launch(queue, scale, 1, nullptr);
  cl_event event = nullptr;
  launch(queue, scale, 1, &event);
  check(clWaitForEvents(1, &event) == CL_SUCCESS, "clWaitForEvents");
  cl_ulong start = 0;
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr) ==
            CL_PROFILING_INFO_NOT_AVAILABLE,
        "an event without profiling has times");
  clReleaseEvent(event);
  clReleaseKernel(scale);
  check(clReleaseCommandQueue(queue) == CL_SUCCESS, "clReleaseCommandQueue");
}

// Queues of lists of properties, the second with profiling of the application's own.
void run_listed(const Context& context) {
  const cl_kernel fill = kernel_of(context, "fill");
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_command_queue plain = clCreateCommandQueueWithProperties(context.context, context.device, nullptr, nullptr);
  const cl_command_queue timed = clCreateCommandQueueWithProperties(context.context, context.device, list, nullptr);
  check(plain != nullptr && properties_of(plain) == 0, "a queue without a list has properties");
  check(timed != nullptr && properties_of(timed) == CL_QUEUE_PROFILING_ENABLE, "a queue lost its profiling");
  cl_queue_properties told[4] = {};
  std::size_t size = 0;
  if (clGetCommandQueueInfo(plain, CL_QUEUE_PROPERTIES_ARRAY, sizeof(told), told, &size) == CL_SUCCESS)
    check(size == 0, "a queue has a list that nobody gave");
  cl_event event = nullptr;
  launch(timed, fill, 2, &event);
  check(clFinish(timed) == CL_SUCCESS, "clFinish");
  cl_ulong start = 0, end = 0;
  check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr) == CL_SUCCESS &&
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr) == CL_SUCCESS &&
            end >= start,
        "the application's own times");
  clReleaseEvent(event);
  launch(plain, fill, 2, nullptr);
  check(clFinish(plain) == CL_SUCCESS, "clFinish");
  clReleaseKernel(fill);
  check(clReleaseCommandQueue(plain) == CL_SUCCESS && clReleaseCommandQueue(timed) == CL_SUCCESS, "release");
}

// A launch that waits for the application, which releases the queue first: this must not wait for the launch. The queue
// has another reference, or none.
void run_held(const Context& context, bool has_other_reference) {
  const cl_command_queue queue = clCreateCommandQueue(context.context, context.device, 0, nullptr);
  const cl_event gate = clCreateUserEvent(context.context, nullptr);
  const cl_kernel fill = kernel_of(context, "fill");
  check(queue != nullptr && gate != nullptr, "a queue and its gate");
  const std::size_t global = 32;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue, fill, 1, nullptr, &global, nullptr, 1, &gate, &event) == CL_SUCCESS, "held");
  if (has_other_reference) check(clRetainCommandQueue(queue) == CL_SUCCESS, "clRetainCommandQueue");
  check(clReleaseCommandQueue(queue) == CL_SUCCESS, "the release of a queue with a held launch");
  check(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS, "clSetUserEventStatus");
  check(clWaitForEvents(1, &event) == CL_SUCCESS, "a held launch");
  clReleaseEvent(event);
  clReleaseEvent(gate);
  clReleaseKernel(fill);
  if (has_other_reference) check(clReleaseCommandQueue(queue) == CL_SUCCESS, "clReleaseCommandQueue");
}

// A launch that is over when the process ends, with no call after it that waits, launches or releases a queue.
void run_last(const Context& context) {
  const cl_command_queue queue = clCreateCommandQueue(context.context, context.device, 0, nullptr);
  const cl_kernel fill = kernel_of(context, "fill");
  const std::size_t global = 48;
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue, fill, 1, nullptr, &global, nullptr, 0, nullptr, &event) == CL_SUCCESS, "last");
  clFlush(queue);
  for (cl_int status = CL_QUEUED; status != CL_COMPLETE;)
    check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, nullptr) == CL_SUCCESS,
          "clGetEventInfo");
  clReleaseEvent(event);
  clReleaseKernel(fill);
}

void run_speed(const Context& context, int launches) {
  const cl_command_queue queue = clCreateCommandQueue(context.context, context.device, 0, nullptr);
  const cl_kernel fill = kernel_of(context, "fill");
  launch(queue, fill, 1, nullptr);
  clFinish(queue);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < launches; ++i) launch(queue, fill, 1, nullptr);
  clFinish(queue);
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.0f\n", took.count() / launches);
  clReleaseKernel(fill);
  clReleaseCommandQueue(queue);
}

}  // namespace

int main(int argc, char** argv) {
  const int launches = argc > 1 ? std::atoi(argv[1]) : 5;
  const Context context = make_context();
  if (argc > 2) {
    run_speed(context, launches);
  } else {
    run_plain(context, launches);
    run_listed(context);
    run_held(context, true);
    run_held(context, false);
    run_last(context);
  }
  clReleaseMemObject(context.buffer);
  clReleaseProgram(context.program);
  check(clReleaseContext(context.context) == CL_SUCCESS, "clReleaseContext");
  return 0;
}
