/* Finds primes with OpenCL's own C functions; only where the program comes from is clc's. */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <CL/cl.h>

#include "clc_runtime.h"

enum { k_count = 30 };

static void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "c-api: %s failed (%d)\n", what, code);
  exit(5);
}

/* The package that is installed with the program, by its path from the program's folder; in the build, PACKAGE. */
static const char* find_package(char* path, size_t size) {
#ifdef INSTALLED_PACKAGE
  const ssize_t length = readlink("/proc/self/exe", path, size);
  if (length > 0 && (size_t)length < size) {
    path[length] = '\0';
    char* name = strrchr(path, '/') + 1;
    const size_t room = size - (size_t)(name - path);
    if ((size_t)snprintf(name, room, "%s", INSTALLED_PACKAGE) < room && access(path, R_OK) == 0) return path;
  }
#else
  (void)path, (void)size;
#endif
  return PACKAGE;
}

int main(int count_of_words, char** words) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int code;
  check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check(code, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
  check(code, "clCreateCommandQueueWithProperties");

  clc_package* package;
  clc_program* program;
  const clc_loaded* loaded;
  char installed[PATH_MAX];
  const char* path = count_of_words > 1 ? words[1] : find_package(installed, sizeof installed);
  if (clc_package_open(path, &package) != CLC_SUCCESS ||
      clc_program_load(package, "primes", context, device, NULL, NULL, &program) != CLC_SUCCESS ||
      clc_program_loaded(program, &loaded) != CLC_SUCCESS) {
    fprintf(stderr, "c-api: %s\n", clc_error_message());
    return 4;
  }
  cl_kernel kernel = clCreateKernel(loaded->program, "is_prime", &code);
  check(code, "clCreateKernel");

  cl_uint numbers[k_count];
  cl_uchar results[k_count];
  cl_uint count = k_count;
  size_t global_size = k_count;
  for (cl_uint i = 0; i < count; ++i) numbers[i] = i;
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &code);
  check(code, "clCreateBuffer");
  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof results, NULL, &code);
  check(code, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof count, &count), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global_size, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL), "clEnqueueReadBuffer");
  for (cl_uint i = 0; i < count; ++i) {
    if (results[i]) printf("%u ", i);
  }
  printf("\n");

  clReleaseMemObject(out);
  clReleaseMemObject(in);
  clReleaseKernel(kernel);
  clc_program_close(program);
  clc_package_close(package);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
