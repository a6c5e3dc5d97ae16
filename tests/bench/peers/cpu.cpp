// What a C++ programmer without OpenCL would write: OpenMP, a parallel std::sort, OpenBLAS. Built by
// script/bench-algorithms, with those of the libraries that are there.
#include <cmath>
#include <numeric>

#include "peer.h"
#ifdef HAS_TBB
#include <execution>
#endif
#ifdef HAS_OPENBLAS
#include <cblas.h>
#endif

namespace {

template <class Step>
std::vector<double> measured(const Step& step) {
  for (int i = 0; i < k_warm_ups; ++i) step();
  std::vector<double> times;
  for (int i = 0; i < g_runs; ++i) {
    const double start = now_ms();
    step();
    times.push_back(now_ms() - start);
  }
  return times;
}

void run_vecadd(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const std::vector<float> a = reals(task.elements, 1), b = reals(task.elements, 2);
  std::vector<float> c(task.elements);
  const auto times = measured([&] {
#pragma omp parallel for simd
    for (std::ptrdiff_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
  });
  report(task, "C++ with OpenMP", times, c[0] == a[0] + b[0] && c[n - 1] == a[n - 1] + b[n - 1]);
}

void run_copy(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const std::vector<float> a = reals(task.elements, 1);
  std::vector<float> c(task.elements);
  const auto times = measured([&] {
#pragma omp parallel for simd
    for (std::ptrdiff_t i = 0; i < n; ++i) c[i] = a[i];
  });
  report(task, "C++ with OpenMP", times, c == a);
}

template <class T>
void run_sum(const Task& task, const std::vector<T>& values, double bound) {
  const auto n = static_cast<std::ptrdiff_t>(values.size());
  T sum = 0;
  const auto times = measured([&] {
    sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (std::ptrdiff_t i = 0; i < n; ++i) sum += values[i];
  });
  const T expected = std::accumulate(values.begin(), values.end(), T{0});
  report(task, "C++ with OpenMP", times, std::abs(static_cast<double>(sum) - static_cast<double>(expected)) <= bound);
}

void run_histogram(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const auto pixels = integers<std::uint8_t>(task.elements, 1, task.input);
  std::vector<unsigned> counts(256), expected(256);
  const auto times = measured([&] {
    unsigned bins[256] = {};
#pragma omp parallel for reduction(+ : bins)
    for (std::ptrdiff_t i = 0; i < n; ++i) ++bins[pixels[i]];
    counts.assign(bins, bins + 256);
  });
  for (const std::uint8_t pixel : pixels) ++expected[pixel];
  report(task, "C++ with OpenMP", times, counts == expected);
}

void run_transpose(const Task& task) {
  std::size_t width = 0, height = 0;
  shape_of(task.elements, width, height);
  const std::vector<float> in = reals(task.elements, 1);
  std::vector<float> out(task.elements);
  constexpr std::size_t k_tile = 32;
  const auto times = measured([&] {
#pragma omp parallel for collapse(2)
    for (std::size_t y0 = 0; y0 < height; y0 += k_tile) {
      for (std::size_t x0 = 0; x0 < width; x0 += k_tile) {
        for (std::size_t y = y0; y < std::min(y0 + k_tile, height); ++y) {
          for (std::size_t x = x0; x < std::min(x0 + k_tile, width); ++x) out[x * height + y] = in[y * width + x];
        }
      }
    }
  });
  bool passed = true;
  for (std::size_t i = 0; i < task.elements; i += 997) passed = passed && out[i % width * height + i / width] == in[i];
  report(task, "C++ with OpenMP, tiles", times, passed);
}

void run_nbody(const Task& task) {
  const std::size_t n = task.elements;
  const std::vector<float> x = reals(n, 1), y = reals(n, 2), z = reals(n, 3);
  std::vector<float> ax(n), ay(n), az(n);
  const auto step = [&] {
#pragma omp parallel for
    for (std::size_t i = 0; i < n; ++i) {
      float sx = 0, sy = 0, sz = 0;
#pragma omp simd reduction(+ : sx, sy, sz)
      for (std::size_t j = 0; j < n; ++j) {
        const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        const float inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01F);
        const float f = inverse * inverse * inverse;
        sx += f * dx;
        sy += f * dy;
        sz += f * dz;
      }
      ax[i] = sx;
      ay[i] = sy;
      az[i] = sz;
    }
  };
  const auto times = measured(step);
  double sum = 0, size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += ax[i];
    size += std::abs(ax[i]);
  }
  report(task, "C++ with OpenMP", times, std::abs(sum) <= 1e-3 * size);  // equal and opposite pulls
}

void run_sort(const Task& task) {
  const auto keys = integers<std::uint32_t>(task.elements, 1);
  std::vector<std::uint32_t> sorted;
  std::vector<double> times;
  for (int i = 0; i < k_warm_ups + g_runs; ++i) {
    sorted = keys;
    const double start = now_ms();
#ifdef HAS_TBB
    std::sort(std::execution::par_unseq, sorted.begin(), sorted.end());
#else
    std::sort(sorted.begin(), sorted.end());
#endif
    if (i >= k_warm_ups) times.push_back(now_ms() - start);
  }
#ifdef HAS_TBB
  report(task, "std::sort, parallel", times, std::is_sorted(sorted.begin(), sorted.end()));
#else
  report(task, "std::sort, one thread", times, std::is_sorted(sorted.begin(), sorted.end()));
#endif
}

#ifdef HAS_OPENBLAS
void run_matmul(const Task& task) {
  const auto n = static_cast<int>(std::sqrt(static_cast<double>(task.elements)));
  const std::vector<float> a = reals(task.elements, 1), b = reals(task.elements, 2);
  std::vector<float> c(task.elements);
  const auto times = measured([&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
  });
  double expected = 0, magnitude = 0;
  for (int k = 0; k < n; ++k) {
    const double term =
        static_cast<double>(a[(n - 1) * static_cast<std::size_t>(n) + k]) * b[static_cast<std::size_t>(k) * n + 1];
    expected += term;
    magnitude += std::abs(term);
  }
  const double error = std::abs(c[(n - 1) * static_cast<std::size_t>(n) + 1] - expected);
  report(task, "OpenBLAS sgemm", times, error <= (n + 1) * 0x1p-24 * magnitude);
}
#endif

void run(const Task& task) {
  if (task.algorithm == "vecadd") run_vecadd(task);
  if (task.algorithm == "copy_width") run_copy(task);
  if (task.algorithm == "reduce") run_sum(task, integers<std::uint32_t>(task.elements, 1), 0);
  if (task.algorithm == "reduce_double") {
    const std::vector<float> values = reals(task.elements, 1);
    run_sum(task, std::vector<double>(values.begin(), values.end()), 1e-6);
  }
  if (task.algorithm == "histogram256") run_histogram(task);
  if (task.algorithm == "transpose_float") run_transpose(task);
  if (task.algorithm == "nbody") run_nbody(task);
  if (task.algorithm == "bitonic_sort") run_sort(task);
#ifdef HAS_OPENBLAS
  if (task.algorithm == "matmul") run_matmul(task);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  for (const Task& task : parse_tasks(argc, argv)) run(task);
}
