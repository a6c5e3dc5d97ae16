// Peers as a CUDA programmer would choose them: CUB, cuBLAS, and the kernels of the textbooks. bench/algorithms builds
// them with nvcc.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cub/cub.cuh>

#include "peer.h"

namespace {

void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
  std::exit(5);
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
  }
  // `count` values: those of `period`, over and over.
  DeviceArray(const std::vector<T>& period, std::size_t count) : DeviceArray(count) {
    for (std::size_t done = 0; done < count; done += period.size()) {
      check(cudaMemcpy(data_ + done, period.data(), std::min(period.size(), count - done) * sizeof(T),
                       cudaMemcpyHostToDevice),
            "cudaMemcpy");
    }
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return data_; }
  std::vector<T> read() const { return read(0, count_); }
  std::vector<T> read(std::size_t first, std::size_t count) const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), data_ + first, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
  }
  // True when element i is expected(i), for each `stride`th i.
  template <class Expected>
  bool holds(const Expected& expected, std::size_t stride = 1) const {
    constexpr std::size_t k_piece = std::size_t{1} << 24;
    for (std::size_t first = 0; first < count_; first += k_piece) {
      const std::vector<T> piece = read(first, std::min(k_piece, count_ - first));
      for (std::size_t i = (first + stride - 1) / stride * stride; i < first + piece.size(); i += stride) {
        if (piece[i - first] != expected(i)) return false;
      }
    }
    return true;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

template <class Step>
std::vector<double> measured(const Step& step) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  const auto times = run_often([&] {
    check(cudaEventRecord(begin), "cudaEventRecord");
    step();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "a kernel");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    return double{ms};
  });
  check(cudaGetLastError(), "a launch");
  return times;
}

// CUB asks for its memory first.
template <class Call>
std::vector<double> measured_cub(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "CUB");
  const DeviceArray<char> scratch(bytes);
  return measured([&] { check(call(scratch.get(), bytes), "CUB"); });
}

__global__ void add(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t i = (blockIdx.x * std::size_t{blockDim.x} + threadIdx.x) * 4;
  if (i + 4 <= n) {
    const float4 x = *reinterpret_cast<const float4*>(a + i), y = *reinterpret_cast<const float4*>(b + i);
    *reinterpret_cast<float4*>(c + i) = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  } else {
    for (std::size_t k = i; k < n; ++k) c[k] = a[k] + b[k];
  }
}

void run_vecadd(const Task& task) {
  const std::vector<float> a = reals(task.elements, 1), b = reals(task.elements, 2);
  const DeviceArray<float> da(a, task.elements), db(b, task.elements), dc(task.elements);
  const std::size_t items = (task.elements + 3) / 4;
  const auto times = measured([&] {
    add<<<static_cast<unsigned>((items + 255) / 256), 256>>>(da.get(), db.get(), dc.get(), task.elements);
  });
  report(task, "CUDA, float4", times,
         dc.holds([&](std::size_t i) { return a[i % a.size()] + b[i % b.size()]; }));
}

void run_copy(const Task& task) {
  const std::vector<float> a = reals(task.elements, 1);
  const DeviceArray<float> from(a, task.elements), to(task.elements);
  const auto times =
      measured([&] { cudaMemcpyAsync(to.get(), from.get(), task.elements * sizeof(float), cudaMemcpyDeviceToDevice); });
  report(task, "cudaMemcpyAsync", times, to.holds([&](std::size_t i) { return a[i % a.size()]; }));
}

template <class T>
void run_sum(const Task& task, const std::vector<T>& values, double bound) {
  const DeviceArray<T> in(values, task.elements), out(1);
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, in.get(), out.get(), static_cast<std::int64_t>(task.elements));
  });
  const T expected = sum_of(values, task.elements);
  const double error = std::abs(static_cast<double>(out.read()[0]) - static_cast<double>(expected));
  report(task, "CUB DeviceReduce", times, error <= bound);
}

void run_histogram(const Task& task) {
  const auto pixels = integers<std::uint8_t>(task.elements, 1, task.input);
  const DeviceArray<std::uint8_t> in(pixels, task.elements);
  const DeviceArray<unsigned> out(256);
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, in.get(), out.get(), 257, 0.0F, 256.0F,
                                               static_cast<std::int64_t>(task.elements));
  });
  report(task, "CUB HistogramEven", times, out.read() == counts_of(pixels, task.elements));
}

// One histogram for each of four channels.
void run_channels(const Task& task) {
  const auto pixels = integers<std::uint32_t>(task.elements, 1, task.input);
  const DeviceArray<std::uint32_t> in(pixels, task.elements);
  const DeviceArray<unsigned> out(4 * 256);
  unsigned* histograms[4] = {out.get(), out.get() + 256, out.get() + 512, out.get() + 768};
  const int levels[4] = {257, 257, 257, 257};
  const float lower[4] = {0, 0, 0, 0}, upper[4] = {256, 256, 256, 256};
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 4>(
        scratch, bytes, reinterpret_cast<const std::uint8_t*>(in.get()), histograms, levels, lower, upper,
        static_cast<std::int64_t>(task.elements));
  });
  report(task, "CUB MultiHistogramEven", times, out.read() == counts_of(pixels, task.elements));
}

template <class T>
__global__ void transpose(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * std::size_t(width) + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) {
    if (x < height && y + k < width) out[(y + k) * std::size_t(height) + x] = tile[threadIdx.x][threadIdx.y + k];
  }
}

template <class T>
void run_transpose(const Task& task, const std::vector<T>& in) {
  std::size_t width = 0, height = 0;
  shape_of(task.elements, width, height);
  const DeviceArray<T> from(in, task.elements), to(task.elements);
  const dim3 grid(static_cast<unsigned>((width + 31) / 32), static_cast<unsigned>((height + 31) / 32));
  const auto times = measured([&] {
    transpose<<<grid, dim3(32, 8)>>>(from.get(), to.get(), static_cast<int>(width), static_cast<int>(height));
  });
  constexpr std::size_t k_stride = 31;  // every 31st, because of the divisions
  report(task, "CUDA, 32 x 33 tile", times,
         to.holds([&](std::size_t i) { return in[(i % height * width + i / height) % in.size()]; }, k_stride));
}

cublasHandle_t make_cublas() {
  cublasHandle_t handle;
  if (cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS) return handle;
  std::fprintf(stderr, "cublasCreate failed\n");
  std::exit(5);
}

void run_matmul(const Task& task) {
  const auto n = static_cast<int>(std::sqrt(static_cast<double>(task.elements)));
  const std::size_t side = static_cast<std::size_t>(n), count = side * side;
  const std::vector<float> a = reals(count, 1), b = reals(count, 2);
  const DeviceArray<float> da(a, count), db(b, count), dc(count);
  cublasHandle_t handle = make_cublas();
  cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);  // float32 throughout, as ours
  const float one = 1, zero = 0;
  const auto times = measured([&] {  // column-major: C' = B' A'
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, db.get(), n, da.get(), n, &zero, dc.get(), n);
  });
  cublasDestroy(handle);
  const std::vector<float> c = dc.read();
  report(task, "cuBLAS, pedantic float32", times,
         is_product(a, b, side, 0, 0, c[0]) && is_product(a, b, side, side - 1, side / 2, c[(side - 1) * side + side / 2]));
}

// Elements of a product by matrix units, as cuBLAS knows them.
struct Units {
  cudaDataType factor, result;
  cublasComputeType_t compute;
  double error;  // of a sum, relative to the sum of all magnitudes
};

// `most` products at once, or as many as divide the size. Bytes: B lies in columns.
template <class Factor, class Result, class Sum>
void run_units(const Task& task, const Units& units, std::size_t most = 1) {
  std::size_t batches = most;
  while (task.elements % batches != 0) --batches;
  const auto n = static_cast<int>(std::sqrt(static_cast<double>(task.elements / batches)));
  const std::size_t side = static_cast<std::size_t>(n), count = batches * side * side;
  std::vector<float> values[2] = {reals(count, 1), reals(count, 2)};
  std::vector<Factor> factors[2];
  const bool is_integer = units.compute == CUBLAS_COMPUTE_32I;
  for (int i = 0; i < 2; ++i) {
    for (float& value : values[i]) {
      const Factor factor = is_integer ? static_cast<Factor>(std::floor(value * 128)) : static_cast<Factor>(value);
      factors[i].push_back(factor);
      value = static_cast<float>(factor);
    }
  }
  const DeviceArray<Factor> a(factors[0], count), b(factors[1], count);
  const DeviceArray<Result> c(count);
  cublasHandle_t handle = make_cublas();
  const Sum one = static_cast<Sum>(1), zero = static_cast<Sum>(0);
  const long long step = static_cast<long long>(side) * n;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  const auto times = measured([&] {
    status = cublasGemmStridedBatchedEx(handle, is_integer ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b.get(),
                                        units.factor, n, step, a.get(), units.factor, n, step, &zero, c.get(), units.result, n,
                                        step, static_cast<int>(batches), units.compute, CUBLAS_GEMM_DEFAULT);
  });
  cublasDestroy(handle);
  const std::size_t row = side - 1, column = side / 2;
  double expected = 0, magnitude = 0;
  for (std::size_t k = 0; k < side; ++k) {
    const std::size_t in_b = is_integer ? column * side + k : k * side + column;
    const double term = double{values[0][(row * side + k) % values[0].size()]} * values[1][in_b % values[1].size()];
    expected += term;
    magnitude += std::abs(term);
  }
  const double got = static_cast<double>(static_cast<float>(c.read(row * side + column, 1)[0]));
  report(task, is_integer ? "cuBLAS, int8" : "cuBLAS, matrix units", times,
         status == CUBLAS_STATUS_SUCCESS && std::abs(got - expected) <= units.error * magnitude);
}

void run_any_units(const Task& task) {
  const Units half{CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 0x1p-10};
  if (task.name == "matmul_half") run_units<__half, __half, float>(task, half);
  if (task.name == "matmul_half_batched") run_units<__half, __half, float>(task, half, 8);
  if (task.name == "matmul_bfloat16")
    run_units<__nv_bfloat16, __nv_bfloat16, float>(task, {CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 0x1p-7});
  if (task.name == "matmul_tf32")
    run_units<float, float, float>(task, {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 0x1p-8});
  if (task.name == "matmul_int8")
    run_units<std::int8_t, std::int32_t, std::int32_t>(task, {CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0x1p-20});
}

__global__ void pull(const float4* bodies, float4* pulls, int n) {
  __shared__ float4 tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += 256) {
    const int j = first + threadIdx.x;
    tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 32
    for (int k = 0; k < 256; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float inverse = rsqrtf(dx * dx + (dy * dy + (dz * dz + 0.01f)));
      const float f = other.w * inverse * inverse * inverse;
      sum.x += f * dx;
      sum.y += f * dy;
      sum.z += f * dz;
    }
    __syncthreads();
  }
  if (i < n) pulls[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

void run_nbody(const Task& task) {
  const std::size_t n = task.elements;
  const std::vector<float> x = reals(n, 1), y = reals(n, 2), z = reals(n, 3);
  std::vector<float4> bodies(x.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i] = make_float4(x[i], y[i], z[i], 1.0F);
  const DeviceArray<float4> in(bodies, n), out(n);
  const auto times = measured([&] {
    pull<<<static_cast<unsigned>((n + 255) / 256), 256>>>(in.get(), out.get(), static_cast<int>(n));
  });
  const std::vector<float4> pulls = out.read();
  const bool passed =
      n > k_period || (is_pull(x, y, z, 0, pulls[0].x) && is_pull(x, y, z, n - 1, pulls[n - 1].x));
  report(task, "CUDA, 256-body tile, unrolled", times, passed);
}

template <class Key>
void run_sort(const Task& task) {
  const DeviceArray<Key> in(sort_keys<Key>(task.elements), task.elements), out(task.elements);
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in.get(), out.get(), static_cast<std::int64_t>(task.elements));
  });
  report(task, "CUB radix sort", times, is_sorted_copy(in.read(), out.read()));
}

template <class Key>
void run_sort_pairs(const Task& task) {
  const DeviceArray<Key> in(sort_keys<Key>(task.elements), task.elements), out(task.elements);
  std::vector<std::uint32_t> indexes(task.elements);
  for (std::size_t i = 0; i < indexes.size(); ++i) indexes[i] = static_cast<std::uint32_t>(i);
  const DeviceArray<std::uint32_t> values(indexes, indexes.size()), moved(indexes.size());
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, in.get(), out.get(), values.get(), moved.get(),
                                           static_cast<std::int64_t>(task.elements));
  });
  const std::vector<Key> keys = in.read(), sorted = out.read();
  const std::vector<std::uint32_t> from = moved.read();
  bool passed = is_sorted_copy(keys, sorted);
  for (std::size_t i = 0; i < from.size(); ++i) passed = passed && keys[from[i]] == sorted[i];
  report(task, "CUB radix sort", times, passed);
}

void run(const Task& task) {
  if (task.name == "vecadd") run_vecadd(task);
  if (task.name == "copy_width") run_copy(task);
  if (task.name == "reduce") run_sum(task, integers<std::uint32_t>(task.elements, 1), 0);
  if (task.name == "reduce_double") run_sum(task, reals<double>(task.elements, 1), 1e-6);
  if (task.name == "histogram256") run_histogram(task);
  if (task.name == "histogram256_rgba_channels") run_channels(task);
  if (task.name == "transpose_float") run_transpose(task, reals(task.elements, 1));
  if (task.name == "transpose_uchar") run_transpose(task, integers<std::uint8_t>(task.elements, 1));
  if (task.name == "matmul") run_matmul(task);
  run_any_units(task);
  if (task.name == "nbody") run_nbody(task);
  if (task.name == "bitonic_sort" || task.name == "sort_uint") run_sort<std::uint32_t>(task);
  if (task.name == "sort_ulong") run_sort<std::uint64_t>(task);
  if (task.name == "sort_uint_pairs") run_sort_pairs<std::uint32_t>(task);
  if (task.name == "sort_ulong_pairs") run_sort_pairs<std::uint64_t>(task);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Task& task : parse_tasks(argc, argv)) run(task);
}
