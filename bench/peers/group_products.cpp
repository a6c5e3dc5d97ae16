// Products of matrices by kernels of bench/peers/group_products.cl, in turns with cuBLAS in one process, and checked
// against sums of doubles. For a machine with NVIDIA's GPU and CUDA:
//   g++ -std=c++17 -O2 -I/usr/local/cuda/include group_products.cpp -L/usr/local/cuda/lib64 -lcublas -lcudart -lOpenCL
//   ./a.out PLATFORM PTX half|bfloat|char|float half|float|int SIZE ROWS COLUMNS ITEMS GROUPS TURNS …
// Ten words are one measurement, of which there may be several. GROUPS is the most work-groups. PLATFORM is part of a
// platform's name ("NVIDIA", "clc CUDA"), PTX what `clc disasm` writes. Float is measured beside pedantic products.
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

enum class Type { k_half, k_bfloat, k_char, k_float, k_int };

Type type_named(const std::string& name) {
  if (name == "half") return Type::k_half;
  if (name == "bfloat") return Type::k_bfloat;
  if (name == "char") return Type::k_char;
  return name == "float" ? Type::k_float : Type::k_int;
}

std::size_t bytes_of(Type type) {
  return type == Type::k_char ? 1 : type == Type::k_half || type == Type::k_bfloat ? 2 : 4;
}

cudaDataType_t cuda_type(Type type) {
  constexpr cudaDataType_t k_types[] = {CUDA_R_16F, CUDA_R_16BF, CUDA_R_8I, CUDA_R_32F, CUDA_R_32I};
  return k_types[static_cast<int>(type)];
}

using Bytes = std::vector<unsigned char>;

double number_at(const Bytes& all, std::size_t index, Type type) {
  const unsigned char* from = all.data() + index * bytes_of(type);
  std::uint32_t bits = 0;
  std::memcpy(&bits, from, bytes_of(type));
  if (type == Type::k_half) return __half2float(__ushort_as_half(static_cast<std::uint16_t>(bits)));
  if (type == Type::k_char) return static_cast<std::int8_t>(bits);
  if (type == Type::k_int) return static_cast<std::int32_t>(bits);
  if (type == Type::k_bfloat) bits <<= 16U;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

Bytes numbers(std::size_t count, Type type, unsigned seed) {
  std::mt19937 random(seed);
  Bytes all(count * bytes_of(type));
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t bits = random();
    const float number = static_cast<float>(bits) / 2147483648.0F - 1.0F;
    if (type == Type::k_half) bits = __half_as_ushort(__float2half_rn(number));
    if (type == Type::k_bfloat || type == Type::k_float) std::memcpy(&bits, &number, sizeof bits);
    if (type == Type::k_bfloat) bits >>= 16U;
    std::memcpy(all.data() + i * bytes_of(type), &bits, bytes_of(type));
  }
  return all;
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

  void prepare(const Bytes& x, const Bytes& y, std::size_t c_bytes, cl_uint n, std::size_t groups,
               std::size_t group_items) {
    cl_int error = 0;
    a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, x.size(), const_cast<unsigned char*>(x.data()), &error);
    b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, y.size(), const_cast<unsigned char*>(y.data()), &error);
    c = clCreateBuffer(context, CL_MEM_READ_WRITE, c_bytes, nullptr, &error);
    check(error == CL_SUCCESS, "clCreateBuffer", error);
    cl_uint index = 0;
    for (cl_mem* memory : {&a, &b, &c}) clSetKernelArg(kernel, index++, sizeof *memory, memory);
    for (int i = 0; i < 3; ++i) clSetKernelArg(kernel, index++, sizeof n, &n);
    items = group_items;
    all = groups * group_items;
  }

  ~Ours() {
    for (cl_mem memory : {a, b, c}) clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
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

  Cublas(const Bytes& x, const Bytes& y, std::size_t c_bytes, int size, Type type, Type sum)
      : in(cuda_type(type)), out(cuda_type(sum)), n(size) {
    cublasCreate(&handle);
    cudaMalloc(&a, x.size());
    cudaMalloc(&b, y.size());
    cudaMalloc(&c, c_bytes);
    cudaMemcpy(a, x.data(), x.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(b, y.data(), y.size(), cudaMemcpyHostToDevice);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
  }

  ~Cublas() {
    for (void* memory : {a, b, c}) cudaFree(memory);
    cublasDestroy(handle);
  }

  // In rows, C = A·B is what cuBLAS calls B·A in columns. B of bytes lies in columns.
  double run() const {
    const float one = 1, zero = 0;
    const int whole_one = 1, whole_zero = 0;
    const bool is_whole = in == CUDA_R_8I;
    const void* alpha = is_whole ? static_cast<const void*>(&whole_one) : &one;
    const void* beta = is_whole ? static_cast<const void*>(&whole_zero) : &zero;
    const cublasComputeType_t compute = is_whole           ? CUBLAS_COMPUTE_32I
                                        : in == CUDA_R_32F ? CUBLAS_COMPUTE_32F_PEDANTIC
                                                           : CUBLAS_COMPUTE_32F;
    cudaEventRecord(begin);
    const cublasStatus_t status =
        cublasGemmEx(handle, is_whole ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, alpha, b, in, n, a, in, n,
                     beta, c, out, n, compute, CUBLAS_GEMM_DEFAULT);
    cudaEventRecord(end);
    check(status == CUBLAS_STATUS_SUCCESS && cudaEventSynchronize(end) == cudaSuccess, "cublasGemmEx", status);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    return double{ms} * 1e-3;
  }
};

// The largest error of sums, as a part of the sum of the products' magnitudes.
double error_of(const Bytes& x, const Bytes& y, const Bytes& c, std::size_t n, Type type, Type sum_type) {
  std::mt19937_64 random(7);
  double worst = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::size_t row = random() % n, column = random() % n;
    double sum = 0, magnitude = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = type == Type::k_char ? column * n + k : k * n + column;
      const double product = number_at(x, row * n + k, type) * number_at(y, at, type);
      sum += product;
      magnitude += std::abs(product);
    }
    const double error = std::abs(number_at(c, row * n + column, sum_type) - sum) / magnitude;
    worst = std::isnan(error) ? 1 : std::max(worst, error);
  }
  return worst;
}

bool measure(char** words) {
  const Type type = type_named(words[2]), sum_type = type_named(words[3]);
  const std::size_t n = std::strtoul(words[4], nullptr, 10);
  const std::size_t rows = std::strtoul(words[5], nullptr, 10), columns = std::strtoul(words[6], nullptr, 10);
  const std::size_t items = std::strtoul(words[7], nullptr, 10);
  const std::size_t groups = std::strtoul(words[8], nullptr, 10);
  const int turns = std::atoi(words[9]);
  const Bytes x = numbers(n * n, type, 1), y = numbers(n * n, type, 2);
  const std::size_t c_bytes = n * n * bytes_of(sum_type);
  Ours ours(words[0], words[1]);
  ours.prepare(x, y, c_bytes, static_cast<cl_uint>(n), std::min(groups, n / rows * (n / columns)), items);
  Cublas theirs(x, y, c_bytes, static_cast<int>(n), type, sum_type);
  ours.run();
  theirs.run();
  std::vector<double> our_times, their_times;
  for (int turn = 0; turn < turns; ++turn) {
    for (int i = 0; i < 3; ++i) our_times.push_back(ours.run());
    for (int i = 0; i < 3; ++i) their_times.push_back(theirs.run());
  }
  Bytes c(c_bytes), d(c_bytes);
  check(clEnqueueReadBuffer(ours.queue, ours.c, CL_TRUE, 0, c_bytes, c.data(), 0, nullptr, nullptr) == CL_SUCCESS,
        "clEnqueueReadBuffer");
  cudaMemcpy(d.data(), theirs.c, c_bytes, cudaMemcpyDeviceToHost);
  const double error = error_of(x, y, c, n, type, sum_type);
  const double their_error = error_of(x, y, d, n, type, sum_type);
  const double bound = sum_type == Type::k_int ? 0 : sum_type == Type::k_float ? 1e-5 : 1e-3;
  const double flop = 2.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n) * 1e-12;
  const double our_time = median(our_times), their_time = median(their_times);
  std::printf(
      "%-10s %-36s %5s groups %-8s %-5s %5zu  %7.1f TFLOP/s  cuBLAS %7.1f  ratio %.3f  error %.1e (cuBLAS %.1e) %s\n",
      words[0], words[1], words[8], words[2], words[3], n, flop / our_time, flop / their_time, their_time / our_time,
      error, their_error, error <= bound ? "right" : "WRONG");
  return error <= bound;
}

}  // namespace

int main(int count, char** words) {
  constexpr int k_words = 10;
  check(count > 1 && count % k_words == 1, "usage");
  bool is_right = true;
  for (int i = 1; i < count; i += k_words) is_right = measure(words + i) && is_right;
  return is_right ? 0 : 1;
}
