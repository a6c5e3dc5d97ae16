/* Mistakes of the texts' host programs, one by one, and what each call answers. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* k_source = "kernel void twice(global uint* a) { a[get_global_id(0)] *= 2; }";

static void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error;
  need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  need(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  need(error, "clCreateCommandQueue");
  cl_program program = clCreateProgramWithSource(context, 1, &k_source, NULL, &error);
  need(error, "clCreateProgramWithSource");
  const cl_int status = CL_SUCCESS;
  printf("clBuildProgram with the status for the number of devices: %d\n",
         (int)clBuildProgram(program, (cl_uint)status, &device, "", NULL, NULL));
  need(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "twice", &error);
  need(error, "clCreateKernel");
  cl_uint numbers[96];
  for (cl_uint i = 0; i < 96; ++i) numbers[i] = i;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &error);
  need(error, "clCreateBuffer");
  need(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");

  const size_t items = 96, group = 64;
  printf("a range of 96 in groups of 64: %d\n",
         (int)clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL));

  cl_event never_set = NULL;
  printf("waiting for an event that was never set: %d\n", (int)clWaitForEvents(1, &never_set));

  cl_event launched;
  need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &launched), "clEnqueueNDRangeKernel");
  need(clFinish(queue), "clFinish");
  cl_ulong start = 0;
  error = clGetEventProfilingInfo(launched, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
  printf("the START of a command without profiling: %d, and the variable stays %d\n", (int)error, (int)start);

  cl_uint* mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, sizeof numbers, 0, NULL, NULL, &error);
  need(error, "clEnqueueMapBuffer");
  need(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
  need(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  need(clFinish(queue), "clFinish");
  printf("unmapped memory read: %s\n", mapped[95] == 190 ? "as it was mapped" : "changed by a kernel that ran since");

  cl_float result[4] = {1, 2, 3, 4}, expected[4] = {1, 2, 3, 5};
  printf("memcmp of 4 floats with the count 4: %d differences\n", memcmp(result, expected, 4) != 0);
  return 0;
}
