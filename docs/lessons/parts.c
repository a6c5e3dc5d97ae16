/* Divides a CPU in two parts that do different work: the first fills a buffer, the second squares it when the first has
   ended, and meanwhile the first adds up another one. Events are what they wait for. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { k_count = 1000 };

static const char* k_source =
    "kernel void fill(global uint* a) { a[get_global_id(0)] = get_global_id(0); }"
    "kernel void square(global uint* a) { a[get_global_id(0)] *= a[get_global_id(0)]; }"
    "kernel void add(global const uint* a, global uint* sum, uint count) {"
    "  uint s = 0; for (uint i = 0; i < count; ++i) s += a[i]; *sum = s; }";

static void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

static cl_kernel kernel_of(cl_program program, const char* name, cl_mem first) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  need(error, name);
  need(clSetKernelArg(kernel, 0, sizeof first, &first), "clSetKernelArg");
  return kernel;
}

static cl_event launch(cl_command_queue queue, cl_kernel kernel, size_t items, const cl_event* after) {
  cl_event done;
  need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, after != NULL, after, &done),
       "clEnqueueNDRangeKernel");
  need(clFlush(queue), "clFlush"); /* another queue waits for it */
  return done;
}

int main(void) {
  static cl_uint squares[k_count];
  cl_platform_id platform;
  cl_device_id device, parts[2];
  cl_uint found = 0, sum = 0;
  cl_int error;
  need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  const cl_device_partition_property by_counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                    CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  need(clCreateSubDevices(device, by_counts, 2, parts, &found), "clCreateSubDevices");
  cl_context context = clCreateContext(NULL, 2, parts, NULL, NULL, &error);
  need(error, "clCreateContext");
  cl_command_queue queues[2];
  for (int i = 0; i < 2; ++i) {
    queues[i] = clCreateCommandQueue(context, parts[i], 0, &error);
    need(error, "clCreateCommandQueue");
  }
  cl_program program = clCreateProgramWithSource(context, 1, &k_source, NULL, &error);
  need(error, "clCreateProgramWithSource");
  need(clBuildProgram(program, 2, parts, "", NULL, NULL), "clBuildProgram");
  cl_mem numbers = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof squares, NULL, &error);
  need(error, "clCreateBuffer");
  cl_mem others = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof squares, NULL, &error);
  need(error, "clCreateBuffer");
  cl_mem total = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof sum, NULL, &error);
  need(error, "clCreateBuffer");
  cl_kernel add = kernel_of(program, "add", others);
  const cl_uint count = k_count;
  need(clSetKernelArg(add, 1, sizeof total, &total), "clSetKernelArg");
  need(clSetKernelArg(add, 2, sizeof count, &count), "clSetKernelArg");

  const cl_event filled = launch(queues[0], kernel_of(program, "fill", numbers), k_count, NULL);
  const cl_event squared = launch(queues[1], kernel_of(program, "square", numbers), k_count, &filled);
  launch(queues[0], kernel_of(program, "fill", others), k_count, NULL);
  const cl_event added = launch(queues[0], add, 1, NULL);
  need(clEnqueueReadBuffer(queues[0], numbers, CL_TRUE, 0, sizeof squares, squares, 1, &squared, NULL),
       "clEnqueueReadBuffer");
  need(clEnqueueReadBuffer(queues[1], total, CL_TRUE, 0, sizeof sum, &sum, 1, &added, NULL), "clEnqueueReadBuffer");

  int wrong = 0;
  for (cl_uint i = 0; i < k_count; ++i) wrong += squares[i] != i * i;
  printf("%u parts: the second squared what the first filled, %d of %d wrong; the first added up %u\n", (unsigned)found,
         wrong, (int)k_count, (unsigned)sum);
  return wrong != 0 || sum != k_count * (k_count - 1) / 2;
}
