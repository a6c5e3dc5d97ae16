/* The texts' way to see IL and ISA: the program sets the variable itself, before its first call of OpenCL, and builds.
 */
#define _DEFAULT_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static const char* k_source =
    "kernel void vecadd(global const float* a, global const float* b, global float* c) {"
    "  size_t i = get_global_id(0); c[i] = a[i] + b[i]; }";

int main(void) {
  putenv("GPU_DUMP_DEVICE_KERNEL=3");
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
    return 1;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_program program = clCreateProgramWithSource(context, 1, &k_source, NULL, &error);
  error = clBuildProgram(program, 1, &device, "", NULL, NULL);
  printf("clBuildProgram: %d\n", (int)error);
  return error != CL_SUCCESS;
}
