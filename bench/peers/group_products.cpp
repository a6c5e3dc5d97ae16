// Products of matrices by kernels of bench/peers/group_products.cl, in turns with cuBLAS in one process, and checked
// against sums of doubles. For a machine with NVIDIA's GPU and CUDA:
//   g++ -std=c++17 -O2 -I/usr/local/cuda/include group_products.cpp -L/usr/local/cuda/lib64 -lcublas -lcudart -lOpenCL
//   ./a.out PLATFORM PTX half|bfloat16 half|float SIZE ROWS COLUMNS ITEMS GROUPS TURNS
// GROUPS is the most work-groups. PLATFORM is part of a platform's name ("NVIDIA", "clc CUDA"), PTX what `clc disasm`
// writes.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

void check(bool is_right, const char* what, int code = 0) {
  if (is_right) return;
  std::fprintf(stderr, "%s failed: %d\n", what, code);
  std::exit(5);
}

float as_float(std::uint16_t bits, bool is_half) {
  float value = 0;
  if (is_half) {
    __half_raw raw;
    raw.x = bits;
    return __half2float(__half(raw));
  }
  const std::uint32_t wide = std::uint32_t{bits} << 16U;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

std::vector<std::uint16_t> numbers(std::size_t count, bool is_half, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint16_t> values(count);
  for (std::uint16_t& value : values) {
    const float number = static_cast<float>(random()) / 2147483648.0F - 1.0F;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    value = is_half ? __half_as_ushort(__float2half_rn(number)) : static_cast<std::uint16_t>(bits >> 16U);
  }
  return values;
}

cl_device_id device_of(const std::string& name) {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    char text[256] = {};
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr);
    cl_device_id device = nullptr;
    if (std::strstr(text, name.c_str()) != nullptr &&
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr) == CL_SUCCESS)
      return device;
  }
  check(false, "clGetPlatformIDs");
  return nullptr;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

struct Ours {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_kernel kernel = nullptr;
  cl_mem a = nullptr, b = nullptr, c = nullptr;
  std::size_t items = 0, all = 0;

  Ours(const std::string& platform, const char* ptx) {
    cl_int error = 0;
    cl_device_id device = device_of(platform);
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    std::ifstream file(ptx, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    const std::size_t size = text.size();
    cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
    check(error == CL_SUCCESS, "clCreateProgramWithBinary", error);
    error = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    if (error != CL_SUCCESS) {
      char log[4096] = {};
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
      std::fprintf(stderr, "%s\n", log);
    }
    check(error == CL_SUCCESS, "clBuildProgram", error);
    kernel = clCreateKernel(program, "matmul", &error);
    check(error == CL_SUCCESS, "clCreateKernel", error);
  }

  void prepare(const std::vector<std::uint16_t>& x, const std::vector<std::uint16_t>& y, std::size_t c_bytes, cl_uint n,
               std::size_t groups, std::size_t group_items) {
    cl_int error = 0;
    a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, x.size() * 2, const_cast<std::uint16_t*>(x.data()), &error);
    b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, y.size() * 2, const_cast<std::uint16_t*>(y.data()), &error);
    c = clCreateBuffer(context, CL_MEM_READ_WRITE, c_bytes, nullptr, &error);
    check(error == CL_SUCCESS, "clCreateBuffer", error);
    cl_uint index = 0;
    for (cl_mem* memory : {&a, &b, &c}) clSetKernelArg(kernel, index++, sizeof *memory, memory);
    for (int i = 0; i < 3; ++i) clSetKernelArg(kernel, index++, sizeof n, &n);
    items = group_items;
    all = groups * group_items;
  }

  double run() const {
    cl_event event = nullptr;
    const cl_int error = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &all, &items, 0, nullptr, &event);
    check(error == CL_SUCCESS, "clEnqueueNDRangeKernel", error);
    check(clWaitForEvents(1, &event) == CL_SUCCESS, "the kernel");
    cl_ulong begin = 0, end = 0;
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    clReleaseEvent(event);
    return static_cast<double>(end - begin) * 1e-9;
  }
};

struct Cublas {
  cublasHandle_t handle = nullptr;
  void *a = nullptr, *b = nullptr, *c = nullptr;
  cudaDataType_t in, out;
  int n;
  cudaEvent_t begin = nullptr, end = nullptr;

  Cublas(const std::vector<std::uint16_t>& x, const std::vector<std::uint16_t>& y, std::size_t c_bytes, int size,
         bool is_half, bool has_float_sums)
      : in(is_half ? CUDA_R_16F : CUDA_R_16BF), out(has_float_sums ? CUDA_R_32F : in), n(size) {
    cublasCreate(&handle);
    cudaMalloc(&a, x.size() * 2);
    cudaMalloc(&b, y.size() * 2);
    cudaMalloc(&c, c_bytes);
    cudaMemcpy(a, x.data(), x.size() * 2, cudaMemcpyHostToDevice);
    cudaMemcpy(b, y.data(), y.size() * 2, cudaMemcpyHostToDevice);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
  }

  // In rows, C = A·B is what cuBLAS calls B·A in columns.
  double run() const {
    const float one = 1, zero = 0;
    cudaEventRecord(begin);
    const cublasStatus_t status = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, in, n, a, in, n,
                                               &zero, c, out, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cudaEventRecord(end);
    check(status == CUBLAS_STATUS_SUCCESS && cudaEventSynchronize(end) == cudaSuccess, "cublasGemmEx", status);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    return double{ms} * 1e-3;
  }
};

// The largest error of sums, as a part of the sum of the products' magnitudes.
double error_of(const std::vector<std::uint16_t>& x, const std::vector<std::uint16_t>& y,
                const std::vector<unsigned char>& c, std::size_t n, bool is_half, bool has_float_sums) {
  std::mt19937_64 random(7);
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::size_t row = random() % n, column = random() % n;
    double sum = 0, magnitude = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double product = double{as_float(x[row * n + k], is_half)} * as_float(y[k * n + column], is_half);
      sum += product;
      magnitude += std::abs(product);
    }
    float found = 0;
    if (has_float_sums) {
      std::memcpy(&found, c.data() + (row * n + column) * 4, 4);
    } else {
      std::uint16_t bits = 0;
      std::memcpy(&bits, c.data() + (row * n + column) * 2, 2);
      found = as_float(bits, is_half);
    }
    const double error = std::abs(found - sum) / magnitude;
    worst = std::isnan(error) ? 1 : std::max(worst, error);
  }
  return worst;
}

}  // namespace

int main(int count, char** words) {
  check(count == 11, "usage");
  const bool is_half = std::string(words[3]) == "half";
  const bool has_float_sums = std::string(words[4]) == "float";
  const std::size_t n = std::strtoul(words[5], nullptr, 10);
  const std::size_t rows = std::strtoul(words[6], nullptr, 10), columns = std::strtoul(words[7], nullptr, 10);
  const std::size_t items = std::strtoul(words[8], nullptr, 10);
  const std::size_t groups = std::strtoul(words[9], nullptr, 10);
  const int turns = std::atoi(words[10]);
  const auto x = numbers(n * n, is_half, 1), y = numbers(n * n, is_half, 2);
  const std::size_t c_bytes = n * n * (has_float_sums ? 4 : 2);
  Ours ours(words[1], words[2]);
  ours.prepare(x, y, c_bytes, static_cast<cl_uint>(n), std::min(groups, n / rows * (n / columns)), items);
  Cublas theirs(x, y, c_bytes, static_cast<int>(n), is_half, has_float_sums);
  ours.run();
  theirs.run();
  std::vector<double> our_times, their_times;
  for (int turn = 0; turn < turns; ++turn) {
    for (int i = 0; i < 3; ++i) our_times.push_back(ours.run());
    for (int i = 0; i < 3; ++i) their_times.push_back(theirs.run());
  }
  std::vector<unsigned char> c(c_bytes), d(c_bytes);
  check(clEnqueueReadBuffer(ours.queue, ours.c, CL_TRUE, 0, c_bytes, c.data(), 0, nullptr, nullptr) == CL_SUCCESS,
        "clEnqueueReadBuffer");
  cudaMemcpy(d.data(), theirs.c, c_bytes, cudaMemcpyDeviceToHost);
  const double error = error_of(x, y, c, n, is_half, has_float_sums);
  const double their_error = error_of(x, y, d, n, is_half, has_float_sums);
  const double bound = has_float_sums ? 1e-5 : is_half ? 1e-3 : 8e-3;
  const double flop = 2.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n) * 1e-12;
  const double our_time = median(our_times), their_time = median(their_times);
  std::printf(
      "%-10s %-36s %5s groups %-8s %-5s %5zu  %7.1f TFLOP/s  cuBLAS %7.1f  ratio %.3f  error %.1e (cuBLAS %.1e) %s\n",
      words[1], words[2], words[9], words[3], words[4], n, flop / our_time, flop / their_time, their_time / our_time,
      error, their_error, error <= bound ? "right" : "WRONG");
  return error <= bound ? 0 : 1;
}
