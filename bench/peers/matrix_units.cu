// Rates and latencies of mma.sync by type, and clocks of ldmatrix by bank conflicts. Groups fill each SM once.
//
// build: nvcc -O3 -std=c++17 -arch=sm_90 -o matrix_units bench/peers/matrix_units.cu
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

constexpr int k_chains = 8, k_rounds = 2000;

void need(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(1);
}

// Each shape has a kind: registers of a work-item, and the instruction over them.
struct Fragments {
  uint32_t a[4], b[2];
};

#define PRODUCT_4_2(KIND, NAME, CODE, FLAG, TYPE)                                                   \
  struct KIND {                                                                                     \
    static constexpr const char* name = NAME;                                                       \
    TYPE d[4] = {};                                                                                 \
    __device__ void add(const Fragments& f) {                                                       \
      asm volatile("mma.sync.aligned." CODE " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"   \
                   : FLAG(d[0]), FLAG(d[1]), FLAG(d[2]), FLAG(d[3])                                 \
                   : "r"(f.a[0]), "r"(f.a[1]), "r"(f.a[2]), "r"(f.a[3]), "r"(f.b[0]), "r"(f.b[1])); \
    }                                                                                               \
    __device__ float sum() const { return float(d[0] + d[1] + d[2] + d[3]); }                       \
  };
#define PRODUCT_2_1(KIND, NAME, CODE, FLAG, TYPE)                                        \
  struct KIND {                                                                          \
    static constexpr const char* name = NAME;                                            \
    TYPE d[4] = {};                                                                      \
    __device__ void add(const Fragments& f) {                                            \
      asm volatile("mma.sync.aligned." CODE " {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};" \
                   : FLAG(d[0]), FLAG(d[1]), FLAG(d[2]), FLAG(d[3])                      \
                   : "r"(f.a[0]), "r"(f.a[1]), "r"(f.b[0]));                             \
    }                                                                                    \
    __device__ float sum() const { return float(d[0] + d[1] + d[2] + d[3]); }            \
  };
// Doubles: COUNT of sums, and the registers of A and B from two numbers.
#define PRODUCT_OF_DOUBLES(KIND, NAME, CODE, SUMS, OPERANDS)                                           \
  struct KIND {                                                                                        \
    static constexpr const char* name = NAME;                                                          \
    double d[4] = {};                                                                                  \
    __device__ void add(const Fragments& f) {                                                          \
      const double a = f.a[0], b = f.b[0];                                                             \
      asm volatile("mma.sync.aligned." CODE ".row.col.f64.f64.f64.f64 " SUMS "," OPERANDS "," SUMS ";" \
                   : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])                                    \
                   : "d"(a), "d"(b));                                                                  \
    }                                                                                                  \
    __device__ float sum() const { return float(d[0] + d[1] + d[2] + d[3]); }                          \
  };
PRODUCT_4_2(Half, "half m16n8k16", "m16n8k16.row.col.f32.f16.f16.f32", "+f", float)
PRODUCT_2_1(ShortHalf, "half m16n8k8", "m16n8k8.row.col.f32.f16.f16.f32", "+f", float)
PRODUCT_4_2(Bfloat, "bfloat16 m16n8k16", "m16n8k16.row.col.f32.bf16.bf16.f32", "+f", float)
PRODUCT_4_2(Tf32, "tf32 m16n8k8", "m16n8k8.row.col.f32.tf32.tf32.f32", "+f", float)
PRODUCT_4_2(Int8, "int8 m16n8k32", "m16n8k32.row.col.s32.s8.s8.s32", "+r", int)
PRODUCT_2_1(ShortInt8, "int8 m16n8k16", "m16n8k16.row.col.s32.s8.s8.s32", "+r", int)
PRODUCT_4_2(E4m3, "e4m3 m16n8k32", "m16n8k32.row.col.f32.e4m3.e4m3.f32", "+f", float)
PRODUCT_4_2(E5m2, "e5m2 m16n8k32", "m16n8k32.row.col.f32.e5m2.e5m2.f32", "+f", float)
PRODUCT_OF_DOUBLES(Double4, "double m8n8k4", "m8n8k4", "{%0,%1}", "{%4},{%5}")
PRODUCT_OF_DOUBLES(Double16x4, "double m16n8k4", "m16n8k4", "{%0,%1,%2,%3}", "{%4,%4},{%5}")
PRODUCT_OF_DOUBLES(Double16x8, "double m16n8k8", "m16n8k8", "{%0,%1,%2,%3}", "{%4,%4,%4,%4},{%5,%5}")
PRODUCT_OF_DOUBLES(Double16x16, "double m16n8k16", "m16n8k16", "{%0,%1,%2,%3}",
                   "{%4,%4,%4,%4,%4,%4,%4,%4},{%5,%5,%5,%5}")

// `seed` is 0, which the compiler does not know; A is another one in each round, so that nothing is multiplied once.
template <class Kind, int CHAINS>
__global__ void __launch_bounds__(512) products(float* out, uint32_t seed, int rounds, long long* clocks) {
  Kind chains[CHAINS];
  Fragments f[CHAINS];
  for (int c = 0; c < CHAINS; ++c) {
    for (int i = 0; i < 4; ++i) f[c].a[i] = seed * (threadIdx.x + i);
    for (int i = 0; i < 2; ++i) f[c].b[i] = seed * (threadIdx.x + 7 * i + c);
  }
  uint32_t moved = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int c = 0; c < CHAINS; ++c) {
      f[c].a[0] = f[0].a[1] + moved;
      chains[c].add(f[c]);
    }
    moved += seed;
  }
  const long long end = clock64();
  float sum = 0;
  for (const Kind& one : chains) sum += one.sum();
  if (sum == 12345.f) *out = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) *clocks = end - begin;
}

struct Device {
  int units;
  float* out;
  long long* clocks;

  long long read() const {
    long long result = 0;
    need(cudaMemcpy(&result, clocks, sizeof result, cudaMemcpyDeviceToHost));
    return result;
  }
};

template <class Kind>
void measure(const Device& device, double operations) {
  std::printf("mma %-18s", Kind::name);
  for (const int warps : {4, 8, 16}) {
    long long least = 1LL << 60;
    for (int turn = 0; turn < 5; ++turn) {
      products<Kind, k_chains><<<device.units, 32 * warps>>>(device.out, 0, k_rounds, device.clocks);
      need(cudaGetLastError());
      least = std::min(least, device.read());
    }
    std::printf("  %2d warps %6.0f", warps, operations * k_chains * k_rounds * warps / double(least));
  }
  for (int turn = 0; turn < 2; ++turn) {
    products<Kind, 1><<<1, 32>>>(device.out, 0, 1024, device.clocks);
    need(cudaGetLastError());
  }
  std::printf("  operations a clock and SM; latency %.1f\n", double(device.read()) / 1024);
}

// Lines of eight lanes each are `line_bytes` apart, those of different matrices 16.
template <int COUNT, bool IS_TURNED>
__global__ void lines(uint32_t* out, int line_bytes, bool is_chain, long long* clocks) {
  __shared__ __align__(128) uint8_t memory[32768];
  for (unsigned i = threadIdx.x; i < sizeof memory / 4; i += blockDim.x) reinterpret_cast<uint32_t*>(memory)[i] = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32;
  const uint32_t address =
      static_cast<uint32_t>(__cvta_generic_to_shared(memory)) + lane % 8 * line_bytes + lane / 8 * 16;
  uint32_t sum = 0;
  const long long begin = clock64();
#pragma unroll 4
  for (int round = 0; round < 1024; ++round) {
    uint32_t x[4] = {};
    const uint32_t at = address + (is_chain ? sum : 0);
    if constexpr (COUNT == 4 && !IS_TURNED)
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                   : "r"(at));
    if constexpr (COUNT == 4 && IS_TURNED)
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                   : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                   : "r"(at));
    if constexpr (COUNT == 2)
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(x[0]), "=r"(x[1]) : "r"(at));
    if constexpr (COUNT == 1)
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(x[0]) : "r"(at));
    sum += x[0] + x[1] + x[2] + x[3];
  }
  const long long end = clock64();
  if (sum == 12345) *out = sum;
  if (threadIdx.x == 0) *clocks = end - begin;
}

template <int COUNT, bool IS_TURNED>
void measure_lines(const Device& device) {
  auto* out = reinterpret_cast<uint32_t*>(device.out);
  // Bytes from line to line, and how many of eight are on the same banks.
  for (const auto& [bytes, degree] :
       {std::pair{16, 1}, {144, 1}, {32, 2}, {160, 2}, {64, 4}, {192, 4}, {128, 8}, {256, 8}}) {
    for (int turn = 0; turn < 2; ++turn) lines<COUNT, IS_TURNED><<<1, 512>>>(out, bytes, false, device.clocks);
    const double all = double(device.read()) / (1024 * 16);
    for (int turn = 0; turn < 2; ++turn) lines<COUNT, IS_TURNED><<<1, 32>>>(out, bytes, true, device.clocks);
    std::printf("ldmatrix x%d%s, lines of %3d bytes, %d-fold conflicts: %5.2f clocks in 16 warps, latency %5.1f\n",
                COUNT, IS_TURNED ? " trans" : "", bytes, degree, all, double(device.read()) / 1024);
  }
}

}  // namespace

int main() {
  cudaDeviceProp facts{};
  need(cudaGetDeviceProperties(&facts, 0));
  Device device{facts.multiProcessorCount, nullptr, nullptr};
  need(cudaMalloc(&device.out, 64));
  need(cudaMalloc(&device.clocks, 64));
  std::printf("%s, %d SMs\n", facts.name, device.units);
  measure<Half>(device, 4096);
  measure<ShortHalf>(device, 2048);
  measure<Bfloat>(device, 4096);
  measure<Tf32>(device, 2048);
  measure<Int8>(device, 8192);
  measure<ShortInt8>(device, 4096);
  measure<E4m3>(device, 8192);
  measure<E5m2>(device, 8192);
  measure<Double4>(device, 512);
  measure<Double16x4>(device, 1024);
  measure<Double16x8>(device, 2048);
  measure<Double16x16>(device, 4096);
  measure_lines<4, false>(device);
  measure_lines<4, true>(device);
  measure_lines<2, false>(device);
  measure_lines<1, false>(device);
}
