// Histogram of an 8-bit image: exact counts.
#include "common/cpu_time.h"
#include "common/registry.h"
#include "common/variants.h"
#include "histogram256/histogram.h"

namespace clc::algorithms {
namespace {

using Launch = void (*)(Execution&, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                        const Buffer& histogram);

constexpr std::uint64_t k_block = 16;  // pixels per load

void launch_private(Execution& run, const std::string& kernel, const Buffer& pixels, std::uint64_t begin,
                    std::uint64_t size, const Buffer& histogram) {
  const std::size_t group = private_group(run, kernel);
  const std::uint64_t blocks = divide_up(begin + size, k_block) - begin / k_block;
  const std::uint64_t groups = divide_up(blocks, group * (k_pixels_per_item / k_block));
  run.launch(kernel, range_1d(groups * group, group, begin), pixels, cl_ulong{size}, histogram,
             LocalMemory{group * k_bytes_per_item});
}

void private_bins(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                  const Buffer& histogram) {
  launch_private(run, "histogram256_private_bins", pixels, begin, size, histogram);
}

void swizzled(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  launch_private(run, "histogram256_swizzled", pixels, begin, size, histogram);
}

void conflict_free(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                   const Buffer& histogram) {
  launch_private(run, "histogram256_conflict_free", pixels, begin, size, histogram);
}

void strides(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  const cl_uint columns = columns_for(run, k_bins, 32);
  run.launch("histogram256_strides", striding_range(run, "histogram256_strides", size / k_block, begin), pixels,
             cl_ulong{size}, histogram, LocalMemory{k_bins * columns * sizeof(cl_uint)}, columns);
}

// Launches the kernel that suits the device.
void fast(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  if (run.session().facts().kind == DeviceKind::k_cpu)
    return launch_chunks(run, "histogram256_chunks", pixels, begin, size, histogram);
  strides(run, pixels, begin, size, histogram);
}

// Counts, and returns the 256 counts and k_margin canaries behind them.
using Count = std::vector<cl_uint> (*)(Execution&, const Buffer& pixels, std::uint64_t begin, std::uint64_t size);

template <Launch launch>
std::vector<cl_uint> count_on_device(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size) {
  const Buffer histogram = run.output<cl_uint>(k_bins + k_margin);
  run.fill<cl_uint>(histogram, k_bins, 0);
  if (size > 0 && check_pixel_count(run, size)) launch(run, pixels, begin, size, histogram);
  return run.read<cl_uint>(histogram, k_bins + k_margin);
}

std::vector<cl_uint> tutorial_linear(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size) {
  return count_as_tutorial(run, "histogram256_tutorial_linear", pixels, begin, size);
}

std::vector<cl_uint> tutorial_strided(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size) {
  return count_as_tutorial(run, "histogram256_tutorial_strided", pixels, begin, size);
}

struct Choice {
  const char* name;
  const char* description;
  const char* module;
  Count count;
};

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  std::string wrong;
  for (const std::vector<cl_uchar>& pixels :
       histogram_inputs<cl_uchar>(problem.offset + problem.size + k_margin, problem.seed)) {
    std::vector<cl_uint> expected(k_bins);
    for (std::uint64_t i = 0; i < problem.size; ++i) ++expected[pixels[problem.offset + i]];
    const Buffer input = run.input(pixels);
    const std::vector<cl_uint> counts = choice.count(run, input, problem.offset, problem.size);
    if (wrong.empty()) wrong = check_equal(counts, expected);
    if (wrong.empty()) wrong = check_untouched(counts, 0, k_bins);
  }
  return run.verdict(problem.size, {wrong});
}

void count_on_cpu(const std::vector<cl_uchar>& pixels, std::uint64_t size, std::vector<cl_uint>& counts) {
  for (std::uint64_t i = 0; i < size; ++i) ++counts[pixels[i]];
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  const auto image = histogram_input<cl_uchar>(problem.offset + problem.size, problem.seed, problem.input);
  const Buffer pixels = run.input_repeated(image);
  const Work work{.bytes = static_cast<double>(problem.size), .counts = "1 B read a pixel"};
  std::vector<cl_uint> counts(k_bins);
  return run.measure(
      problem.size, work, [&] { choice.count(run, pixels, problem.offset, problem.size); },
      [&] {
        const std::uint64_t part = std::min(problem.size, k_most_on_cpu);
        count_on_cpu(image.on_host(), part, counts);
        return static_cast<double>(part) / static_cast<double>(problem.size);
      });
}

constexpr std::array k_choices{
    Choice{"private_bins", "each item counts 256 pixels into bins of its own, one item's bins in a row", "histogram256",
           count_on_device<private_bins>},
    Choice{"swizzled", "the same, each row in an order of its own: no conflicts in constant images", "histogram256",
           count_on_device<swizzled>},
    Choice{"conflict_free", "the same, each item on a bank of its own: no conflicts in any image", "histogram256",
           count_on_device<conflict_free>},
    Choice{"fast", "in strides or in chunks, as it suits the device", "histogram256", count_on_device<fast>},
    Choice{"strides", "local atomics, a histogram for each bank, a fixed number of groups", "histogram256",
           count_on_device<strides>},
    Choice{"tutorial_linear", "128 items load bytes side by side; a histogram per group, which the host adds",
           "histogram256_tutorial", tutorial_linear},
    Choice{"tutorial_strided", "the same, each item loads 256 bytes in a row", "histogram256_tutorial",
           tutorial_strided},
};

Result<std::string> run_file(Session& session, const std::string& variant, const Parameters& parameters) {
  const auto choice = std::ranges::find_if(k_choices, [&](const Choice& c) { return variant == c.name; });
  if (choice == k_choices.end()) return fail(ErrorKind::k_usage, "histogram256 has no variant " + variant);
  const auto input = required_parameter(parameters, "input");
  if (!input) return fail(input);
  const auto picture = read_image(*input, 1);
  if (!picture) return fail(picture);

  Execution run(session, choice->module);
  const Buffer pixels = run.input(picture->bytes);
  const std::vector<cl_uint> counts = choice->count(run, pixels, 0, picture->bytes.size());
  if (!run.ok()) return fail(*run.error());
  std::vector<cl_uint> expected(k_bins);
  const CpuTimer timer;
  count_on_cpu(picture->bytes, picture->bytes.size(), expected);
  const auto compared = compare_with_cpu(check_equal(counts, expected), run.times().kernel_ms, timer.ms());
  if (!compared) return fail(compared);
  return write_histogram(parameters, {{counts.data(), {64, 64, 64}, "count"}}, 1,
                         describe_histogram(counts.data()) + "\n" + *compared);
}

}  // namespace

Algorithm make_histogram256() {
  Algorithm algorithm{
      .name = "histogram256", .description = "counts of the 256 values of an 8-bit image", .element = "pixels"};
  algorithm.gpu_sizes = plain_sizes((1 << 26) + 3);
  algorithm.gpu_bench_size = std::uint64_t{1} << 30;
  algorithm.bench_inputs = {Input::k_constant, Input::k_skewed};
  for (const Choice& choice : k_choices)
    add_variants(algorithm.variants, verify, bench, {{choice.name, choice.description, choice}});
  algorithm.run = run_file;
  algorithm.run_help = "counts the grey values, and draws the histogram";
  algorithm.run_options = histogram_options();
  return algorithm;
}

}  // namespace clc::algorithms
