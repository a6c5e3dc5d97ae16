// Host code of the two histogram algorithms: sizes, test images, and the picture of a histogram.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/execution.h"
#include "common/image_file.h"
#include "common/inputs.h"

namespace clc::algorithms {

inline constexpr std::size_t k_bins = 256;
inline constexpr std::size_t k_pixels_per_item = 256;     // in the private-bins kernels
inline constexpr std::size_t k_bytes_per_item = 256;      // local memory of the private-bins kernels
inline constexpr std::size_t k_local_memory = 32 * 1024;  // bytes that a group may take, where the device has them

inline std::size_t local_memory_limit(Execution& run) {
  return std::min<std::uint64_t>(k_local_memory, run.session().facts().local_memory);
}

// Sets an error when so many pixels could overflow a counter.
inline bool check_pixel_count(Execution& run, std::uint64_t pixels) {
  if (pixels <= std::numeric_limits<std::uint32_t>::max()) return true;
  run.set_error(Error(ErrorKind::k_usage, "a histogram of " + std::to_string(pixels) +
                                              " pixels could overflow its 32-bit counters; take fewer than 2^32"));
  return false;
}

// The items of a private-bins group: 128, or fewer where local memory or the kernel does not allow that.
inline std::size_t private_group(Execution& run, const std::string& kernel) {
  const std::size_t group =
      run.group_size(kernel, std::min<std::size_t>(128, local_memory_limit(run) / k_bytes_per_item));
  if (group < 4) {
    run.set_error(Error(ErrorKind::k_unavailable, "kernel " + kernel + " needs groups of at least 4 items"));
    return 4;
  }
  return group;
}

// How many columns of `counters` counters fit in local memory: a power of two, at most `wanted`.
inline cl_uint columns_for(Execution& run, std::size_t counters, cl_uint wanted) {
  cl_uint columns = 1;
  while (columns < wanted && 2 * columns * counters * sizeof(cl_uint) <= local_memory_limit(run)) columns *= 2;
  return columns;
}

// The range of a kernel whose items stride over `steps` steps.
inline NDRange striding_range(Execution& run, const std::string& kernel, std::uint64_t steps, std::uint64_t offset) {
  const std::size_t group = run.group_size(kernel, 512);
  const std::uint64_t most = std::uint64_t{4} * run.session().facts().compute_units;
  return range_1d(std::clamp<std::uint64_t>(divide_up(steps, group), 1, most) * group, group, offset);
}

// Launches a kernel of chunks.clh, for CPUs: each item has a part of the image.
void launch_chunks(Execution& run, const std::string& kernel, const Buffer& pixels, std::uint64_t begin,
                   std::uint64_t size, const Buffer& histogram);

// Counts with a kernel of the tutorials, which leaves a histogram for each group: adds those up. Returns the 256
// counts, and k_margin canaries behind them.
std::vector<cl_uint> count_as_tutorial(Execution& run, const std::string& kernel, const Buffer& pixels,
                                       std::uint64_t begin, std::uint64_t size);

// Test images that faults show in different ways; Pixel is an unsigned type.
template <class Pixel>
std::array<std::vector<Pixel>, 3> histogram_inputs(std::size_t count, std::uint64_t seed) {
  std::vector<Pixel> random = random_integers<Pixel>(count, seed);
  std::vector<Pixel> constant(count, random.empty() ? Pixel{0} : random[0]);
  // Long runs of one value, now and then interrupted by another.
  std::vector<Pixel> skewed = random;
  Random choose(seed + 1);
  for (std::size_t i = 1; i < count; ++i) {
    if (choose.below(64) != 0) skewed[i] = skewed[i - 1];
  }
  return {std::move(random), std::move(constant), std::move(skewed)};
}

// The image of a benchmark.
template <class Pixel>
BenchValues<Pixel> histogram_input(std::size_t count, std::uint64_t seed, Input input) {
  return {count,
          [&](std::size_t n) { return std::move(histogram_inputs<Pixel>(n, seed)[static_cast<std::size_t>(input)]); }};
}

// "262144 pixels, 214 of 256 values, most often 12 (3456 times), mean 112.3"
std::string describe_histogram(const std::uint32_t* counts);

struct Color {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
};

struct Curve {
  const std::uint32_t* counts;  // 256
  Color color;
  const char* name;  // "red"; heads a column of a table
};

// Draws 256 columns of three pixels on white. A single curve is filled, several are drawn as lines. All share one
// scale, which the first `scale_curves` of them set; what is higher is cut off.
Picture draw_histogram(const std::vector<Curve>& curves, std::size_t scale_curves);

// A line for each value, a column for each curve.
std::string histogram_csv(const std::vector<Curve>& curves);

// The options that `clrun run` takes for both algorithms.
std::vector<RunOption> histogram_options();

// Draws the histogram to "output", if that is given, or writes its counts as CSV where the name ends in .csv. Returns
// the text to print.
Result<std::string> write_histogram(const Parameters& parameters, const std::vector<Curve>& curves,
                                    std::size_t scale_curves, std::string text);

// An absent parameter is k_usage.
Result<std::string> required_parameter(const Parameters& parameters, const std::string& name);

}  // namespace clc::algorithms
