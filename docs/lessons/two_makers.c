/* Devices of several makers in one program: each platform has a context of its own, and results go through the host. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { k_count = 64, k_most = 8 };

static const char* k_source = "kernel void next(global uint* a) { a[get_global_id(0)] = 2 * a[get_global_id(0)] + 1; }";

static void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

static void compute(cl_device_id device, cl_uint* numbers) {
  cl_int error;
  const size_t items = k_count, size = k_count * sizeof *numbers;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  need(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  need(error, "clCreateCommandQueue");
  cl_program program = clCreateProgramWithSource(context, 1, &k_source, NULL, &error);
  need(error, "clCreateProgramWithSource");
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "next", &error);
  need(error, "clCreateKernel");
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, size, numbers, &error);
  need(error, "clCreateBuffer");
  need(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  need(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, numbers, 0, NULL, NULL), "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

int main(void) {
  cl_platform_id platforms[k_most];
  cl_device_id devices[k_most];
  cl_uint count = 0, numbers[k_count], expected = 0;
  need(clGetPlatformIDs(k_most, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < k_count; ++i) numbers[i] = 0;
  for (cl_uint i = 0; i < count; ++i) {
    char name[128];
    cl_device_type type;
    need(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &devices[i], NULL), "clGetDeviceIDs");
    need(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL), "CL_PLATFORM_NAME");
    need(clGetDeviceInfo(devices[i], CL_DEVICE_TYPE, sizeof type, &type, NULL), "CL_DEVICE_TYPE");
    printf("%s: %s\n", name,
           type & CL_DEVICE_TYPE_GPU           ? "GPU"
           : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator"
                                               : "CPU");
    compute(devices[i], numbers);
    expected = 2 * expected + 1;
  }
  int wrong = 0;
  for (cl_uint i = 0; i < k_count; ++i) wrong += numbers[i] != expected;
  printf("%u makers, one after the other: %d of %d numbers are wrong\n", (unsigned)count, wrong, (int)k_count);
  if (count > 1) {
    cl_int error;
    clCreateContext(NULL, 2, devices, NULL, NULL, &error);
    printf("a context of two makers' devices: %d\n", (int)error);
  }
  return wrong != 0;
}
