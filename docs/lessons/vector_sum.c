/* A host program in the shape of the texts' first: it has its kernel as text, builds it when it starts, adds two
   vectors and compares with the processor. Nothing in it knows of clc. Its first error ends it, with the number. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { k_count = 1 << 18 };

static const char* k_source =
    "kernel void vecadd(global const float* a, global const float* b, global float* c) {"
    "  size_t i = get_global_id(0); c[i] = a[i] + b[i]; }";

static void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

int main(void) {
  static float a[k_count], b[k_count], c[k_count];
  for (int i = 0; i < k_count; ++i) a[i] = (float)i, b[i] = (float)(2 * i);
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  need(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  need(error, "clCreateCommandQueue");
  cl_program program = clCreateProgramWithSource(context, 1, &k_source, NULL, &error);
  need(error, "clCreateProgramWithSource");
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "vecadd", &error);
  need(error, "clCreateKernel");
  cl_mem buffers[] = {clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a, NULL),
                      clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof b, b, NULL),
                      clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof c, NULL, NULL)};
  for (cl_uint i = 0; i < 3; ++i) need(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  const size_t items = k_count;
  need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof c, c, 0, NULL, NULL), "clEnqueueReadBuffer");
  int wrong = 0;
  for (int i = 0; i < k_count; ++i) wrong += c[i] != a[i] + b[i];
  printf("%d of %d sums are wrong\n", wrong, (int)k_count);
  return wrong != 0;
}
