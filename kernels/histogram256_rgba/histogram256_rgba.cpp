// Histograms of an RGBA image: exact counts.
#include <cstring>

#include "common/cpu_time.h"
#include "common/registry.h"
#include "common/variants.h"
#include "histogram256/histogram.h"

namespace clc::algorithms {
namespace {

using Launch = void (*)(Execution&, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                        const Buffer& histogram);

void launch_private(Execution& run, const std::string& kernel, std::size_t pixels_per_item, const Buffer& pixels,
                    std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  const std::size_t group = private_group(run, kernel);
  const std::uint64_t groups = divide_up(size, group * pixels_per_item);
  run.launch(kernel, range_1d(groups * group, group, begin), pixels, cl_ulong{size}, histogram,
             LocalMemory{group * k_bytes_per_item});
}

void max_private(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                 const Buffer& histogram) {
  launch_private(run, "histogram256_rgba_max_private", k_pixels_per_item, pixels, begin, size, histogram);
}

// Four items share a pixel, a channel each.
void channels_private(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                      const Buffer& histogram) {
  launch_private(run, "histogram256_rgba_channels_private", k_pixels_per_item / 4, pixels, begin, size, histogram);
}

void launch_strides(Execution& run, const std::string& kernel, std::size_t counters, cl_uint wanted_columns,
                    const Buffer& pixels, std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  const cl_uint columns = columns_for(run, counters, wanted_columns);
  run.launch(kernel, striding_range(run, kernel, divide_up(size, 4), begin), pixels, cl_ulong{size}, histogram,
             LocalMemory{counters * columns * sizeof(cl_uint)}, columns);
}

void max_strides(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                 const Buffer& histogram) {
  launch_strides(run, "histogram256_rgba_max_strides", k_bins, 32, pixels, begin, size, histogram);
}

void channels_strides(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                      const Buffer& histogram) {
  launch_strides(run, "histogram256_rgba_channels_strides", 4 * k_bins, 8, pixels, begin, size, histogram);
}

bool is_cpu(Execution& run) {
  return run.session().facts().kind == DeviceKind::k_cpu;
}

// Launches the kernel that suits the device.
void max_fast(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  if (is_cpu(run)) return launch_chunks(run, "histogram256_rgba_max_chunks", pixels, begin, size, histogram);
  max_strides(run, pixels, begin, size, histogram);
}

void channels_fast(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                   const Buffer& histogram) {
  if (is_cpu(run)) return launch_chunks(run, "histogram256_rgba_channels_chunks", pixels, begin, size, histogram);
  channels_strides(run, pixels, begin, size, histogram);
}

struct Choice {
  const char* name;
  const char* description;
  std::size_t channels;  // 1: the largest of the four
  Launch launch;         // null: a kernel of the tutorials
  const char* module = "histogram256_rgba";
  const char* tutorial_kernel = nullptr;

  std::size_t counters() const { return channels * k_bins; }
  const char* task() const { return channels == 1 ? "histogram256_rgba_max" : "histogram256_rgba_channels"; }
};

constexpr std::array k_choices{
    Choice{"max_private", "max(R,G,B,A): each item counts 256 pixels into bins of its own", 1, max_private},
    Choice{"max_fast", "max(R,G,B,A): in strides or in chunks, as it suits the device", 1, max_fast},
    Choice{"max_strides", "max(R,G,B,A): local atomics, a histogram for each bank", 1, max_strides},
    Choice{"channels_private", "per channel: each item counts one channel of 256 pixels", 4, channels_private},
    Choice{"channels_fast", "per channel: in strides or in chunks, as it suits the device", 4, channels_fast},
    Choice{"channels_strides", "per channel: local atomics, eight histograms for each channel", 4, channels_strides},
    Choice{"tutorial_linear",
           "max(R,G,B,A): items load pixels side by side; a histogram per group, which the host adds", 1, nullptr,
           "histogram256_rgba_tutorial", "histogram256_rgba_tutorial_linear"},
    Choice{"tutorial_strided", "the same, each item loads 256 pixels in a row", 1, nullptr,
           "histogram256_rgba_tutorial", "histogram256_rgba_tutorial_strided"},
};

// The counts, channel after channel, and k_margin canaries behind them.
std::vector<cl_uint> count(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                           const Choice& choice) {
  if (choice.launch == nullptr) return count_as_tutorial(run, choice.tutorial_kernel, pixels, begin, size);
  const Buffer histogram = run.output<cl_uint>(choice.counters() + k_margin);
  run.fill<cl_uint>(histogram, choice.counters(), 0);
  if (size > 0 && check_pixel_count(run, size)) choice.launch(run, pixels, begin, size, histogram);
  return run.read<cl_uint>(histogram, choice.counters() + k_margin);
}

std::vector<cl_uint> reference(const cl_uint* pixels, std::uint64_t size, std::size_t channels) {
  std::vector<cl_uint> counts(channels * k_bins);
  for (std::uint64_t i = 0; i < size; ++i) {
    cl_uint largest = 0;
    for (std::size_t c = 0; c < 4; ++c) {
      const cl_uint value = pixels[i] >> (8 * c) & 0xff;
      largest = std::max(largest, value);
      if (channels == 4) ++counts[c * k_bins + value];
    }
    if (channels == 1) ++counts[largest];
  }
  return counts;
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  std::string wrong;
  for (const std::vector<cl_uint>& pixels :
       histogram_inputs<cl_uint>(problem.offset + problem.size + k_margin, problem.seed)) {
    const Buffer input = run.input(pixels);
    const std::vector<cl_uint> counts = count(run, input, problem.offset, problem.size, choice);
    if (wrong.empty())
      wrong = check_equal(counts, reference(pixels.data() + problem.offset, problem.size, choice.channels));
    if (wrong.empty()) wrong = check_untouched(counts, 0, choice.counters());
  }
  return run.verdict(problem.size, {wrong});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  const auto image = histogram_input<cl_uint>(problem.offset + problem.size, problem.seed, problem.input);
  const Buffer pixels = run.input_repeated(image);
  const Work work{.bytes = 4.0 * static_cast<double>(problem.size), .counts = "4 B read a pixel"};
  return run.measure(
      problem.size, work, [&] { count(run, pixels, problem.offset, problem.size, choice); },
      [&] {
        const std::uint64_t part = std::min(problem.size, k_most_on_cpu);
        keep(reference(image.on_host().data(), part, choice.channels)[0]);
        return static_cast<double>(part) / static_cast<double>(problem.size);
      });
}

// Sets alpha to 0 in an opaque picture, where it would be the largest channel of every pixel.
void drop_opaque_alpha(std::vector<std::uint8_t>& rgba) {
  for (std::size_t i = 3; i < rgba.size(); i += 4) {
    if (rgba[i] != 255) return;
  }
  for (std::size_t i = 3; i < rgba.size(); i += 4) rgba[i] = 0;
}

Result<std::string> run_file(Session& session, const std::string& variant, const Parameters& parameters) {
  const auto choice = std::ranges::find_if(k_choices, [&](const Choice& c) { return variant == c.name; });
  if (choice == k_choices.end()) return fail(ErrorKind::k_usage, "histogram256_rgba has no variant " + variant);
  const auto input = required_parameter(parameters, "input");
  if (!input) return fail(input);
  auto picture = read_image(*input, 4);
  if (!picture) return fail(picture);
  if (choice->channels == 1) drop_opaque_alpha(picture->bytes);

  Execution run(session, choice->module);
  const Buffer pixels = run.input(picture->bytes);
  const std::vector<cl_uint> counts = count(run, pixels, 0, picture->bytes.size() / 4, *choice);
  if (!run.ok()) return fail(*run.error());
  std::vector<cl_uint> words(picture->bytes.size() / 4);
  std::memcpy(words.data(), picture->bytes.data(), picture->bytes.size());
  const CpuTimer timer;
  const std::vector<cl_uint> expected = reference(words.data(), words.size(), choice->channels);
  const auto compared = compare_with_cpu(check_equal(counts, expected), run.times().kernel_ms, timer.ms());
  if (!compared) return fail(compared);
  if (choice->channels == 1) {
    return write_histogram(parameters, {{counts.data(), {64, 64, 64}, "count"}}, 1,
                           describe_histogram(counts.data()) + "\n" + *compared);
  }
  // Alpha does not set the scale: it is constant in most pictures, and its peak would flatten the other curves.
  const cl_uint* c = counts.data();
  const std::vector<Curve> curves{{c, {220, 40, 40}, "red"},
                                  {c + k_bins, {30, 150, 50}, "green"},
                                  {c + 2 * k_bins, {40, 80, 220}, "blue"},
                                  {c + 3 * k_bins, {150, 150, 150}, "alpha"}};
  return write_histogram(parameters, curves, 3,
                         "red:   " + describe_histogram(c) + "\ngreen: " + describe_histogram(c + k_bins) +
                             "\nblue:  " + describe_histogram(c + 2 * k_bins) +
                             "\nalpha: " + describe_histogram(c + 3 * k_bins) + "\n" + *compared);
}

}  // namespace

Algorithm make_histogram256_rgba() {
  Algorithm algorithm{.name = "histogram256_rgba",
                      .description = "counts of the largest channel of RGBA pixels, or of every channel",
                      .element = "pixels"};
  algorithm.cpu_sizes = {0, 1, 1009, 257 * 131, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 257 * 131, (1 << 20) + 3, (1 << 24) + 3};
  algorithm.gpu_bench_size = std::uint64_t{1} << 28;
  algorithm.bench_inputs = {Input::k_constant, Input::k_skewed};
  for (const Choice& choice : k_choices)
    add_variants(algorithm.variants, verify, bench, {{choice.name, choice.description, choice}});
  algorithm.run = run_file;
  algorithm.run_help = "counts, and draws one histogram or a curve for each channel";
  algorithm.run_options = histogram_options();
  return algorithm;
}

}  // namespace clc::algorithms
