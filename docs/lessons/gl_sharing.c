/* Asks every device whether it shares with OpenGL, and, where none says so, what a context that wants it gets. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { k_most = 8 };

static void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

int main(void) {
  cl_platform_id platforms[k_most];
  cl_uint count = 0, sharing = 0;
  need(clGetPlatformIDs(k_most, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count; ++i) {
    cl_device_id device;
    static char extensions[1 << 16];
    cl_int error;
    need(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    need(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL), "CL_DEVICE_EXTENSIONS");
    if (strstr(extensions, "cl_khr_gl_sharing") != NULL) {
      ++sharing;
      continue;
    }
    const cl_context_properties wanted[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platforms[i], CL_GL_CONTEXT_KHR,
                                            1, 0};
    cl_context context = clCreateContext(wanted, 1, &device, NULL, NULL, &error);
    printf("not announced; a context with CL_GL_CONTEXT_KHR: %d\n", (int)error);
    if (context != NULL) clReleaseContext(context);
  }
  printf("%u of %u platforms share with OpenGL\n", (unsigned)sharing, (unsigned)count);
  return 0;
}
