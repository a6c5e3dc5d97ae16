// Peers as a C++ programmer without OpenCL would write them: OpenMP, a parallel std::sort, OpenBLAS. Built by
// bench/algorithms, with those of the libraries that are there.
#include <functional>

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
  return run_often([&] {
    const double start = now_ms();
    step();
    return now_ms() - start;
  });
}

template <class T>
std::vector<T> repeated(const std::vector<T>& period, std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = period[i % period.size()];
  return values;
}

void run_vecadd(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const std::vector<float> a = repeated(reals(task.elements, 1), task.elements);
  const std::vector<float> b = repeated(reals(task.elements, 2), task.elements);
  std::vector<float> c(task.elements);
  const auto times = measured([&] {
#pragma omp parallel for simd
    for (std::ptrdiff_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
  });
  bool passed = true;
  for (std::size_t i = 0; i < task.elements; ++i) passed = passed && c[i] == a[i] + b[i];
  report(task, "C++ with OpenMP", times, passed);
}

void run_copy(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const std::vector<float> a = repeated(reals(task.elements, 1), task.elements);
  std::vector<float> c(task.elements);
  const auto times = measured([&] {
#pragma omp parallel for simd
    for (std::ptrdiff_t i = 0; i < n; ++i) c[i] = a[i];
  });
  report(task, "C++ with OpenMP", times, c == a);
}

template <class T>
void run_sum(const Task& task, const std::vector<T>& period, double bound) {
  const std::vector<T> values = repeated(period, task.elements);
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  T sum = 0;
  const auto times = measured([&] {
    sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (std::ptrdiff_t i = 0; i < n; ++i) sum += values[i];
  });
  const T expected = sum_of(period, task.elements);
  report(task, "C++ with OpenMP", times, std::abs(static_cast<double>(sum) - static_cast<double>(expected)) <= bound);
}

void run_histogram(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const auto period = integers<std::uint8_t>(task.elements, 1, task.input);
  const auto pixels = repeated(period, task.elements);
  std::vector<unsigned> counts(256);
  const auto times = measured([&] {
    unsigned bins[256] = {};
#pragma omp parallel for reduction(+ : bins)
    for (std::ptrdiff_t i = 0; i < n; ++i) ++bins[pixels[i]];
    counts.assign(bins, bins + 256);
  });
  report(task, "C++ with OpenMP", times, counts == counts_of(period, task.elements));
}

// One histogram for each of four channels.
void run_channels(const Task& task) {
  const auto n = static_cast<std::ptrdiff_t>(task.elements);
  const auto period = integers<std::uint32_t>(task.elements, 1, task.input);
  const auto pixels = repeated(period, task.elements);
  std::vector<unsigned> counts(4 * 256);
  const auto times = measured([&] {
    unsigned bins[4 * 256] = {};
#pragma omp parallel for reduction(+ : bins)
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      for (unsigned c = 0; c < 4; ++c) ++bins[c * 256 + (pixels[i] >> 8 * c & 0xff)];
    }
    counts.assign(bins, bins + 4 * 256);
  });
  report(task, "C++ with OpenMP", times, counts == counts_of(period, task.elements));
}

template <class T>
void run_transpose(const Task& task, const std::vector<T>& period) {
  std::size_t width = 0, height = 0;
  shape_of(task.elements, width, height);
  const std::vector<T> in = repeated(period, task.elements);
  std::vector<T> out(task.elements);
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
  for (std::size_t i = 0; i < task.elements; ++i) passed = passed && out[i % width * height + i / width] == in[i];
  report(task, "C++ with OpenMP, tiles", times, passed);
}

void run_nbody(const Task& task) {
  const std::size_t n = task.elements;
  const std::vector<float> x = repeated(reals(n, 1), n), y = repeated(reals(n, 2), n), z = repeated(reals(n, 3), n);
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
  report(task, "C++ with OpenMP", times, is_pull(x, y, z, 0, ax[0]) && is_pull(x, y, z, n - 1, ax[n - 1]));
}

template <class Element, class Less>
void sort_in_parallel(std::vector<Element>& elements, const Less& less) {
#ifdef HAS_TBB
  std::sort(std::execution::par_unseq, elements.begin(), elements.end(), less);
#else
  std::sort(elements.begin(), elements.end(), less);
#endif
}

#ifdef HAS_TBB
constexpr const char* k_sort = "std::sort, parallel";
#else
constexpr const char* k_sort = "std::sort, one thread";
#endif

template <class Key>
void run_sort(const Task& task) {
  const auto keys = repeated(sort_keys<Key>(task.elements), task.elements);
  std::vector<Key> sorted;
  const auto times = run_often([&] {
    sorted = keys;
    const double start = now_ms();
    sort_in_parallel(sorted, std::less<>());
    return now_ms() - start;
  });
  report(task, k_sort, times, is_sorted_copy(keys, sorted));
}

template <class Key>
struct Pair {
  Key key;
  std::uint32_t value;
};

// A pair's value is its index, which tells pairs of equal keys apart: the order is that of a stable sort.
template <class Key>
void run_sort_pairs(const Task& task) {
  const auto keys = repeated(sort_keys<Key>(task.elements), task.elements);
  std::vector<Pair<Key>> pairs(keys.size()), sorted;
  for (std::size_t i = 0; i < keys.size(); ++i) pairs[i] = {keys[i], static_cast<std::uint32_t>(i)};
  const auto less = [](const Pair<Key>& a, const Pair<Key>& b) {
    return a.key != b.key ? a.key < b.key : a.value < b.value;
  };
  const auto times = run_often([&] {
    sorted = pairs;
    const double start = now_ms();
    sort_in_parallel(sorted, less);
    return now_ms() - start;
  });
  bool passed = std::is_sorted(sorted.begin(), sorted.end(), less);
  for (const Pair<Key>& pair : sorted) passed = passed && keys[pair.value] == pair.key;
  report(task, k_sort, times, passed);
}

#ifdef HAS_OPENBLAS
void run_matmul(const Task& task) {
  const auto n = static_cast<int>(std::sqrt(static_cast<double>(task.elements)));
  const std::size_t side = static_cast<std::size_t>(n), count = side * side;
  const std::vector<float> a = repeated(reals(count, 1), count), b = repeated(reals(count, 2), count);
  std::vector<float> c(count);
  const auto times = measured([&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n);
  });
  report(task, "OpenBLAS sgemm", times,
         is_product(a, b, side, 0, 0, c[0]) &&
             is_product(a, b, side, side - 1, side / 2, c[(side - 1) * side + side / 2]));
}
#endif

void run(const Task& task) {
  if (task.name == "vecadd") run_vecadd(task);
  if (task.name == "copy_width") run_copy(task);
  if (task.name == "reduce") run_sum(task, integers<std::uint32_t>(task.elements, 1), 0);
  if (task.name == "reduce_double") run_sum(task, reals<double>(task.elements, 1), 1e-6);
  if (task.name == "histogram256") run_histogram(task);
  if (task.name == "histogram256_rgba_channels") run_channels(task);
  if (task.name == "transpose_float") run_transpose(task, reals(task.elements, 1));
  if (task.name == "transpose_uchar") run_transpose(task, integers<std::uint8_t>(task.elements, 1));
  if (task.name == "nbody") run_nbody(task);
  if (task.name == "bitonic_sort" || task.name == "sort_uint") run_sort<std::uint32_t>(task);
  if (task.name == "sort_ulong") run_sort<std::uint64_t>(task);
  if (task.name == "sort_uint_pairs") run_sort_pairs<std::uint32_t>(task);
  if (task.name == "sort_ulong_pairs") run_sort_pairs<std::uint64_t>(task);
#ifdef HAS_OPENBLAS
  if (task.name == "matmul") run_matmul(task);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  for (const Task& task : parse_tasks(argc, argv)) run(task);
}
