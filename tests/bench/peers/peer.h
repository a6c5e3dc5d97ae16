// What the peers of `clrun bench` have in common: the command line, the runs, and a line of JSON for each result.
//
//   PROGRAM RUNS ALGORITHM:ELEMENTS[:INPUT]…
//
// Each result is verified on the CPU before it is reported.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Task {
  std::string algorithm;
  std::size_t elements = 0;
  std::string input = "random";
};

inline int g_runs = 31;
constexpr int k_warm_ups = 3;

inline std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Random values, which repeat after 2^22, as those of clrun do.
template <class T, class Make>
std::vector<T> repeated(std::size_t count, const Make& make) {
  std::vector<T> values(count);
  const std::size_t period = std::min(count, std::size_t{1} << 22);
  for (std::size_t i = 0; i < period; ++i) values[i] = make();
  for (std::size_t i = period; i < count; ++i) values[i] = values[i - period];
  return values;
}

template <class T>
std::vector<T> integers(std::size_t count, std::uint64_t seed, const std::string& input = "random") {
  T last = 0;
  std::uint64_t state = seed;
  const T constant = static_cast<T>(next_random(state) >> 32);
  return repeated<T>(count, [&] {
    const std::uint64_t value = next_random(state);
    if (input == "constant") return constant;
    if (input == "skewed" && value % 64 != 0) return last;
    return last = static_cast<T>(value >> 32);
  });
}

inline std::vector<float> reals(std::size_t count, std::uint64_t seed) {
  std::uint64_t state = seed;
  return repeated<float>(count, [&] { return static_cast<float>(next_random(state) >> 40) * 0x1p-23f - 1; });
}

// Width and height whose product is the size, as near to a square as can be.
inline void shape_of(std::size_t size, std::size_t& width, std::size_t& height) {
  height = 1;
  for (std::size_t side = 1; side * side <= size; ++side) {
    if (size % side == 0) height = side;
  }
  width = size / height;
}

inline double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline void report(const Task& task, const char* peer, std::vector<double> times, bool passed) {
  std::sort(times.begin(), times.end());
  const std::size_t last = times.size() - 1;
  std::printf(
      "{\"algorithm\":\"%s\",\"elements\":%zu,\"input\":\"%s\",\"peer\":\"%s\",\"ms\":{\"median\":%.6f,"
      "\"low\":%.6f,\"high\":%.6f},\"runs\":%zu,\"passed\":%s}\n",
      task.algorithm.c_str(), task.elements, task.input.c_str(), peer, times[times.size() / 2], times[last / 4],
      times[last - last / 4], times.size(), passed ? "true" : "false");
  std::fflush(stdout);
}

inline std::vector<Task> parse_tasks(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s RUNS ALGORITHM:ELEMENTS[:INPUT]...\n", argv[0]);
    std::exit(2);
  }
  g_runs = std::max(1, std::atoi(argv[1]));
  std::vector<Task> tasks;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const std::size_t first = word.find(':'), second = word.find(':', first + 1);
    Task task;
    task.algorithm = word.substr(0, first);
    task.elements = std::strtoull(word.c_str() + first + 1, nullptr, 10);
    if (second != std::string::npos) task.input = word.substr(second + 1);
    if (task.elements > 0) tasks.push_back(task);
  }
  return tasks;
}
