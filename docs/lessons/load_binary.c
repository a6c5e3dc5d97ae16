/* Ships no source: gets the driver's binary of a program once, keeps it in a file, and loads it from there.
   usage: load_binary FILE.bin KERNEL.cl KERNEL   makes the file
          load_binary FILE.bin KERNEL             loads it */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

static void need(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  fprintf(stderr, "%s: error %d\n", what, (int)error);
  exit(1);
}

static unsigned char* contents_of(const char* path, size_t* size) {
  FILE* file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) exit((perror(path), 1));
  *size = (size_t)ftell(file);
  unsigned char* bytes = malloc(*size + 1);
  rewind(file);
  if (fread(bytes, 1, *size, file) != *size) exit((perror(path), 1));
  fclose(file);
  return bytes;
}

static void keep_binary(cl_program program, const char* path) {
  size_t size = 0;
  need(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), "CL_PROGRAM_BINARY_SIZES");
  unsigned char* bytes = malloc(size);
  need(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL), "CL_PROGRAM_BINARIES");
  FILE* file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) exit((perror(path), 1));
  free(bytes);
}

int main(int count, char** words) {
  if (count < 3) return 2;
  cl_platform_id platform;
  cl_device_id device;
  cl_int error, status = CL_SUCCESS;
  need(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  need(error, "clCreateContext");
  size_t size = 0;
  unsigned char* bytes = contents_of(words[count == 4 ? 2 : 1], &size);
  cl_program program = count == 4 ? clCreateProgramWithSource(context, 1, (const char**)&bytes, &size, &error)
                                  : clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char**)&bytes,
                                                              &status, &error);
  need(error, count == 4 ? "clCreateProgramWithSource" : "clCreateProgramWithBinary");
  need(status, "the binary's status");
  need(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram"); /* a binary is built, too */
  if (count == 4) keep_binary(program, words[1]);
  cl_kernel kernel = clCreateKernel(program, words[count - 1], &error);
  need(error, "clCreateKernel");
  cl_uint arguments = 0;
  need(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL), "CL_KERNEL_NUM_ARGS");
  printf("%s from %s has %u arguments\n", words[count - 1], count == 4 ? "source" : "its binary", (unsigned)arguments);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseContext(context);
  free(bytes);
  return 0;
}
