// Times an OpenCL call that the layer does not follow, through the loader: without a layer, or with those of
// OPENCL_LAYERS.
//
// usage: clc_layer_call_bench COUNT
// Prints nanoseconds for one clRetainContext and one clReleaseContext together, the least of 31 rounds of COUNT.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  const int count = argc == 2 ? std::atoi(argv[1]) : 0;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int code = CL_SUCCESS;
  if (count < 1 || clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) {
    std::fprintf(stderr, "usage: clc_layer_call_bench COUNT, where there is an OpenCL driver\n");
    return 2;
  }
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  double least = 1e9;
  constexpr int k_rounds = 31;
  for (int round = 0; round < k_rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      clRetainContext(context);
      clReleaseContext(context);
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count() / count);
  }
  std::printf("%.2f\n", least);
  clReleaseContext(context);
  return 0;
}
