// The parts that the peers of `clrun bench` have in common: the command line, the runs, and a line for each result.
//
//   PROGRAM RUNS SECONDS TASK:ELEMENTS:INPUT…
//
// tools/clrun/peers.h says what it prints. Each result is verified on the CPU before it is reported.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct Task {
  std::string name;
  std::size_t elements = 0;
  std::string input = "random";
};

inline int g_runs = 31;
inline double g_seconds = 0;  // limits the runs of a task; 0 does not
constexpr int k_warm_ups = 3;
constexpr int k_fewest_runs = 5;
constexpr std::size_t k_period = std::size_t{1} << 22;  // random values repeat after so many, as those of clrun do

inline std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// One period of the values, or fewer.
template <class T>
std::vector<T> integers(std::size_t count, std::uint64_t seed, const std::string& input = "random") {
  T last = 0;
  std::uint64_t state = seed;
  const T constant = static_cast<T>(next_random(state) >> 32);
  std::vector<T> values(std::min(count, k_period));
  for (T& value : values) {
    const std::uint64_t random = next_random(state);
    if (input == "constant") {
      value = constant;
    } else {
      if (input != "skewed" || random % 64 == 0) last = static_cast<T>(random >> 32);
      value = last;
    }
  }
  return values;
}

template <class T = float>
std::vector<T> reals(std::size_t count, std::uint64_t seed) {
  std::uint64_t state = seed;
  std::vector<T> values(std::min(count, k_period));
  for (T& value : values) value = static_cast<T>(static_cast<float>(next_random(state) >> 40) * 0x1p-23f - 1);
  return values;
}

// The sum of `count` values of which `values` is one period.
template <class T>
T sum_of(const std::vector<T>& values, std::size_t count) {
  const std::size_t rest = count % values.size();
  T all = 0, part = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == rest) part = all;
    all += values[i];
  }
  return all * static_cast<T>(count / values.size()) + part;
}

// How often each value of a byte comes in `count` words: 256 counts for each byte of a word.
template <class T>
std::vector<unsigned> counts_of(const std::vector<T>& values, std::size_t count) {
  std::vector<unsigned> counts(sizeof(T) * 256);
  const std::size_t rest = count % values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto times = static_cast<unsigned>(count / values.size() + (i < rest ? 1 : 0));
    for (std::size_t c = 0; c < sizeof(T); ++c) counts[c * 256 + (values[i] >> 8 * c & 0xff)] += times;
  }
  return counts;
}

// Width and height whose product is the size, as near to a square as can be.
inline void shape_of(std::size_t size, std::size_t& width, std::size_t& height) {
  height = 1;
  for (std::size_t side = 1; side * side <= size; ++side) {
    if (size % side == 0) height = side;
  }
  width = size / height;
}

// True when `got`, which is c[row][column] of C = A·B, is right.
inline bool is_product(const std::vector<float>& a, const std::vector<float>& b, std::size_t n, std::size_t row,
                       std::size_t column, float got) {
  double expected = 0, magnitude = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double term =
        static_cast<double>(a[(row * n + k) % a.size()]) * static_cast<double>(b[(k * n + column) % b.size()]);
    expected += term;
    magnitude += std::abs(term);
  }
  return std::abs(static_cast<double>(got) - expected) <= static_cast<double>(n + 1) * 0x1p-24 * magnitude;
}

// True when `got` is the pull along x of all bodies on body i; each has mass 1.
inline bool is_pull(const std::vector<float>& x, const std::vector<float>& y, const std::vector<float>& z,
                    std::size_t i, float got) {
  double expected = 0, magnitude = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double dx = static_cast<double>(x[j]) - static_cast<double>(x[i]);
    const double dy = static_cast<double>(y[j]) - static_cast<double>(y[i]);
    const double dz = static_cast<double>(z[j]) - static_cast<double>(z[i]);
    const double squared = dx * dx + dy * dy + dz * dz + 0.01;
    const double term = dx / (squared * std::sqrt(squared));
    expected += term;
    magnitude += std::abs(term);
  }
  return std::abs(static_cast<double>(got) - expected) <= 1e-4 * magnitude;
}

// True when `sorted` are the keys, in order.
template <class Key>
bool is_sorted_copy(std::vector<Key> keys, const std::vector<Key>& sorted) {
  std::sort(keys.begin(), keys.end());
  return keys == sorted;
}

// Keys of 32 or 64 bits.
template <class Key>
std::vector<Key> sort_keys(std::size_t count) {
  auto keys = integers<Key>(count, 1);
  if (sizeof(Key) == 8) {
    const auto upper = integers<std::uint32_t>(count, 2);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] |= static_cast<Key>(std::uint64_t{upper[i]} << 32);
  }
  return keys;
}

inline double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The times of the runs of `once`, which returns how long it took in milliseconds.
template <class Once>
std::vector<double> run_often(const Once& once) {
  const double begin = now_ms();
  const auto is_late = [&] { return g_seconds > 0 && now_ms() - begin > g_seconds * 1e3; };
  for (int i = 0; i < k_warm_ups && !is_late(); ++i) once();
  std::vector<double> times;
  for (int i = 0; i < g_runs && (i < k_fewest_runs || !is_late()); ++i) times.push_back(once());
  return times;
}

inline void report(const Task& task, const char* peer, std::vector<double> times, bool passed) {
  std::sort(times.begin(), times.end());
  const std::size_t last = times.size() - 1;
  std::printf("%s:%zu:%s %.6f %.6f %.6f %zu %s %s\n", task.name.c_str(), task.elements, task.input.c_str(),
              times[times.size() / 2], times[last / 4], times[last - last / 4], times.size(),
              passed ? "passed" : "failed", peer);
  std::fflush(stdout);
}

inline std::vector<Task> parse_tasks(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: %s RUNS SECONDS TASK:ELEMENTS:INPUT...\n", argv[0]);
    std::exit(2);
  }
  g_runs = std::max(1, std::atoi(argv[1]));
  g_seconds = std::atof(argv[2]);
  std::vector<Task> tasks;
  for (int i = 3; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t first = word.find(':'), second = word.find(':', first + 1);
    Task task;
    task.name = word.substr(0, first);
    task.elements = std::strtoull(word.c_str() + first + 1, nullptr, 10);
    if (second != std::string::npos) task.input = word.substr(second + 1);
    if (task.elements > 0) tasks.push_back(task);
  }
  return tasks;
}
