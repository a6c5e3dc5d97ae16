/* Gives a binary of `clc unpack --names` to OpenCL, without any part of clc, and prints the kernels that the driver
   finds in it.

   cc loader.c -lOpenCL -o loader
   ./loader kernels/vecadd.spirv64-1.2.spv */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop_at(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "loader: %s: error %d\n", what, error);
  exit(1);
}

/* The usual reasons why a device refuses a binary. */
static void stop_at_binary(cl_int error, const char* what, cl_device_id device) {
  char name[256] = "?";
  if (error == CL_SUCCESS) return;
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
  fprintf(stderr, "loader: %s: error %d on %s\n", what, error, name);
  if (strcmp(what, "clCreateProgramWithIL") == 0)
    fprintf(stderr,
            "loader: this device takes no SPIR-V, or not of this version; give it a binary that was made for it\n");
  if (error == CL_INVALID_BINARY)
    fprintf(stderr, "loader: the binary is for another device, driver or version of it\n");
  exit(1);
}

static unsigned char* read_file(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  long end = -1;
  unsigned char* bytes = NULL;
  if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) > 0) {
    rewind(file);
    bytes = malloc((size_t)end);
    if (bytes != NULL && fread(bytes, 1, (size_t)end, file) != (size_t)end) bytes = NULL;
  }
  if (bytes == NULL) {
    fprintf(stderr, "loader: cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  *size = (size_t)end;
  return bytes;
}

/* SPIR-V goes to clCreateProgramWithIL (OpenCL 2.1), everything else to clCreateProgramWithBinary. A driver takes the
   binaries that were made for it alone: spirv64 where CL_DEVICE_IL_VERSION is not empty, nvptx and cubin on NVIDIA,
   amdgcn on AMD, driver on the driver that made it. */
static cl_program load(cl_context context, cl_device_id device, const char* path) {
  size_t size = 0;
  const unsigned char* bytes = read_file(path, &size);
  const size_t length = strlen(path);
  cl_int error = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program;
  if (length > 4 && strcmp(path + length - 4, ".spv") == 0) {
    program = clCreateProgramWithIL(context, bytes, size, &error);
    stop_at_binary(error, "clCreateProgramWithIL", device);
  } else {
    program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
    stop_at_binary(error, "clCreateProgramWithBinary", device);
    stop_at_binary(status, "the binary", device);
  }
  /* Options were used when it was compiled; most need none here. `clc inspect` shows build_options where there are any.
   */
  stop_at_binary(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram", device);
  return program;
}

int main(int argc, char** argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int error = CL_SUCCESS;
  cl_context context;
  cl_program program;
  char names[4096] = "";
  if (argc != 2) {
    fprintf(stderr, "usage: loader BINARY\n");
    return 2;
  }
  stop_at(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  stop_at(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  stop_at(error, "clCreateContext");
  program = load(context, device, argv[1]);
  stop_at(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL), "clGetProgramInfo");
  printf("kernels: %s\n", names);
  clReleaseProgram(program);
  clReleaseContext(context);
  return 0;
}
