// What a CUDA programmer would use: CUB, cuBLAS, and the kernels of the textbooks. Built by script/bench-algorithms
// with nvcc.
#include <cmath>
#include <numeric>

#include <cublas_v2.h>
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
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* get() const { return data_; }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
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
  std::vector<double> times;
  for (int i = 0; i < k_warm_ups + g_runs; ++i) {
    check(cudaEventRecord(begin), "cudaEventRecord");
    step();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "a kernel");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    if (i >= k_warm_ups) times.push_back(ms);
  }
  check(cudaGetLastError(), "a launch");
  return times;
}

// CUB asks for its memory first.
template <class Call>
std::vector<double> measured_cub(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "CUB");
  const DeviceArray<char> scratch(bytes);
  return measured([&] { call(scratch.get(), bytes); });
}

__global__ void add(const float4* a, const float4* b, float4* c, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i >= n) return;
  const float4 x = a[i], y = b[i];
  c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

void run_vecadd(const Task& task) {
  const std::vector<float> a = reals(task.elements, 1), b = reals(task.elements, 2);
  const DeviceArray<float> da(a), db(b), dc(task.elements);
  const std::size_t blocks = task.elements / 4;
  const auto times = measured([&] {
    add<<<static_cast<unsigned>((blocks + 255) / 256), 256>>>(reinterpret_cast<float4*>(da.get()),
                                                              reinterpret_cast<float4*>(db.get()),
                                                              reinterpret_cast<float4*>(dc.get()), blocks);
  });
  const std::vector<float> c = dc.read();
  bool passed = true;
  for (std::size_t i = 0; i < blocks * 4; i += 997) passed = passed && c[i] == a[i] + b[i];
  report(task, "CUDA, float4", times, passed);
}

void run_copy(const Task& task) {
  const std::vector<float> a = reals(task.elements, 1);
  const DeviceArray<float> from(a), to(task.elements);
  const auto times =
      measured([&] { cudaMemcpyAsync(to.get(), from.get(), task.elements * sizeof(float), cudaMemcpyDeviceToDevice); });
  report(task, "cudaMemcpyAsync", times, to.read() == a);
}

template <class T>
void run_sum(const Task& task, const std::vector<T>& values, double bound) {
  const DeviceArray<T> in(values), out(1);
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, in.get(), out.get(), static_cast<std::int64_t>(values.size()));
  });
  const T expected = std::accumulate(values.begin(), values.end(), T{0});
  const double error = std::abs(static_cast<double>(out.read()[0]) - static_cast<double>(expected));
  report(task, "CUB DeviceReduce", times, error <= bound);
}

void run_histogram(const Task& task) {
  const auto pixels = integers<std::uint8_t>(task.elements, 1, task.input);
  const DeviceArray<std::uint8_t> in(pixels);
  const DeviceArray<unsigned> out(256);
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, in.get(), out.get(), 257, 0.0F, 256.0F,
                                               static_cast<std::int64_t>(pixels.size()));
  });
  std::vector<unsigned> expected(256);
  for (const std::uint8_t pixel : pixels) ++expected[pixel];
  report(task, "CUB HistogramEven", times, out.read() == expected);
}

// One histogram for each of four channels.
void run_channels(const Task& task) {
  const auto pixels = integers<std::uint32_t>(task.elements, 1, task.input);
  const DeviceArray<std::uint32_t> in(pixels);
  const DeviceArray<unsigned> out(4 * 256);
  unsigned* histograms[4] = {out.get(), out.get() + 256, out.get() + 512, out.get() + 768};
  const int levels[4] = {257, 257, 257, 257};
  const float lower[4] = {0, 0, 0, 0}, upper[4] = {256, 256, 256, 256};
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::MultiHistogramEven<4, 4>(
        scratch, bytes, reinterpret_cast<const std::uint8_t*>(in.get()), histograms, levels, lower, upper,
        static_cast<std::int64_t>(pixels.size()));
  });
  std::vector<unsigned> expected(4 * 256);
  for (const std::uint32_t pixel : pixels) {
    for (unsigned c = 0; c < 4; ++c) ++expected[c * 256 + (pixel >> 8 * c & 0xff)];
  }
  report(task, "CUB MultiHistogramEven", times, out.read() == expected);
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
  const DeviceArray<T> from(in), to(task.elements);
  const dim3 grid(static_cast<unsigned>((width + 31) / 32), static_cast<unsigned>((height + 31) / 32));
  const auto times = measured([&] {
    transpose<<<grid, dim3(32, 8)>>>(from.get(), to.get(), static_cast<int>(width), static_cast<int>(height));
  });
  const std::vector<T> out = to.read();
  bool passed = true;
  for (std::size_t i = 0; i < task.elements; i += 997) passed = passed && out[i % width * height + i / width] == in[i];
  report(task, "CUDA, 32 x 33 tile", times, passed);
}

void run_matmul(const Task& task) {
  const auto n = static_cast<int>(std::sqrt(static_cast<double>(task.elements)));
  const std::vector<float> a = reals(task.elements, 1), b = reals(task.elements, 2);
  const DeviceArray<float> da(a), db(b), dc(task.elements);
  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) {
    std::fprintf(stderr, "cublasCreate failed\n");
    std::exit(5);
  }
  cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);  // float32 throughout, as ours
  const float one = 1, zero = 0;
  const auto times = measured([&] {  // column-major: C' = B' A'
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, db.get(), n, da.get(), n, &zero, dc.get(), n);
  });
  cublasDestroy(handle);
  const std::vector<float> c = dc.read();
  double expected = 0, magnitude = 0;
  for (int k = 0; k < n; ++k) {
    const double term = double(a[(n - 1) * std::size_t(n) + k]) * b[k * std::size_t(n) + 1];
    expected += term;
    magnitude += std::abs(term);
  }
  report(task, "cuBLAS, pedantic float32", times,
         std::abs(c[(n - 1) * std::size_t(n) + 1] - expected) <= (n + 1) * 0x1p-24 * magnitude);
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
  const std::vector<float> values = reals(task.elements * 3, 1);
  std::vector<float4> bodies(task.elements);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i] = make_float4(values[3 * i], values[3 * i + 1], values[3 * i + 2], 1.0F);
  }
  const DeviceArray<float4> in(bodies), out(task.elements);
  const auto times = measured([&] {
    pull<<<static_cast<unsigned>((task.elements + 255) / 256), 256>>>(in.get(), out.get(),
                                                                      static_cast<int>(task.elements));
  });
  double sum = 0, size = 0;
  for (const float4& f : out.read()) {
    sum += f.x;
    size += std::abs(f.x);
  }
  report(task, "CUDA, 256-body tile, unrolled", times, std::abs(sum) <= 1e-3 * size);  // equal and opposite pulls
}

void run_sort(const Task& task) {
  const auto keys = integers<std::uint32_t>(task.elements, 1);
  const DeviceArray<std::uint32_t> in(keys), out(task.elements);
  const auto times = measured_cub([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in.get(), out.get(), static_cast<std::int64_t>(keys.size()));
  });
  const auto sorted = out.read();
  report(task, "CUB radix sort", times, std::is_sorted(sorted.begin(), sorted.end()));
}

void run(const Task& task) {
  if (task.algorithm == "vecadd") run_vecadd(task);
  if (task.algorithm == "copy_width") run_copy(task);
  if (task.algorithm == "reduce") run_sum(task, integers<std::uint32_t>(task.elements, 1), 0);
  if (task.algorithm == "reduce_double") {
    const std::vector<float> values = reals(task.elements, 1);
    run_sum(task, std::vector<double>(values.begin(), values.end()), 1e-6);
  }
  if (task.algorithm == "histogram256") run_histogram(task);
  if (task.algorithm == "histogram256_rgba_channels") run_channels(task);
  if (task.algorithm == "transpose_float") run_transpose(task, reals(task.elements, 1));
  if (task.algorithm == "transpose_uchar") run_transpose(task, integers<std::uint8_t>(task.elements, 1));
  if (task.algorithm == "matmul") run_matmul(task);
  if (task.algorithm == "nbody") run_nbody(task);
  if (task.algorithm == "bitonic_sort") run_sort(task);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Task& task : parse_tasks(argc, argv)) run(task);
}
