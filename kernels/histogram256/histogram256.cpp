// Histogram of an 8-bit image: exact counts.
#include <sstream>

#include "common/algorithm.h"
#include "histogram256/histogram.h"

namespace clc::algorithms {

std::string describe_histogram(const std::uint32_t* counts) {
  std::uint64_t pixels = 0;
  std::uint64_t sum = 0;
  std::size_t values = 0;
  std::size_t most = 0;
  for (std::size_t bin = 0; bin < k_bins; ++bin) {
    pixels += counts[bin];
    sum += bin * std::uint64_t{counts[bin]};
    values += counts[bin] != 0 ? 1 : 0;
    if (counts[bin] > counts[most]) most = bin;
  }
  std::ostringstream text;
  text.precision(4);
  text << pixels << " pixels";
  if (pixels == 0) return text.str();
  text << ", " << values << " of 256 values, most often " << most << " (" << counts[most] << " times), mean "
       << static_cast<double>(sum) / static_cast<double>(pixels);
  return text.str();
}

namespace {

constexpr std::size_t k_column_width = 3;
constexpr std::size_t k_picture_height = 384;

void set_pixel(Picture& picture, std::size_t x, std::size_t y, Color color) {
  std::uint8_t* pixel = &picture.bytes[(y * picture.width + x) * 3];
  pixel[0] = color.red;
  pixel[1] = color.green;
  pixel[2] = color.blue;
}

// The row of a count: 0 is the picture's lowest row, the largest count that is shown the highest.
std::size_t row_of(std::uint32_t count, std::uint32_t largest) {
  const double share = largest == 0 ? 0 : std::min(1.0, static_cast<double>(count) / largest);
  return k_picture_height - 1 - static_cast<std::size_t>(share * static_cast<double>(k_picture_height - 1));
}

// The count that reaches the top. Black and white do not matter to it where there is anything else: in photographs
// they often dwarf all others.
std::uint32_t largest_count(const std::vector<Curve>& curves, std::size_t scale_curves) {
  std::uint32_t inner = 0;
  std::uint32_t ends = 0;
  for (std::size_t c = 0; c < std::min(scale_curves, curves.size()); ++c) {
    const std::uint32_t* counts = curves[c].counts;
    inner = std::max(inner, *std::max_element(counts + 1, counts + k_bins - 1));
    ends = std::max({ends, counts[0], counts[k_bins - 1]});
  }
  return inner != 0 ? inner : ends;
}

}  // namespace

Picture draw_histogram(const std::vector<Curve>& curves, std::size_t scale_curves) {
  Picture picture{k_bins * k_column_width, k_picture_height, 3, {}};
  picture.bytes.assign(picture.width * picture.height * picture.channels, 255);
  const std::uint32_t largest = largest_count(curves, scale_curves);
  for (const Curve& curve : curves) {
    std::size_t before = row_of(curve.counts[0], largest);
    for (std::size_t x = 0; x < picture.width; ++x) {
      const std::size_t row = row_of(curve.counts[x / k_column_width], largest);
      // Filled down to the base line, or a line that also joins the columns.
      const std::size_t top = curves.size() == 1 ? row : std::min(row, before);
      const std::size_t bottom = curves.size() == 1 ? k_picture_height - 1 : std::max(row, before);
      for (std::size_t y = top; y <= bottom; ++y) set_pixel(picture, x, y, curve.color);
      before = row;
    }
  }
  return picture;
}

Result<std::string> write_histogram(const Parameters& parameters, const Picture& picture, std::string text) {
  const auto output = parameters.find("output");
  if (output == parameters.end()) return text;
  if (const auto written = write_png(output->second, picture); !written) return fail(written);
  return text + "\nwrote " + output->second;
}

Result<std::string> required_parameter(const Parameters& parameters, const std::string& name) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) return fail(ErrorKind::k_usage, "give --" + name + " FILE");
  return found->second;
}

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

void fast(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size, const Buffer& histogram) {
  const cl_uint columns = columns_for(run, k_bins, 32);
  run.launch("histogram256_fast", striding_range(run, "histogram256_fast", size / k_block, begin), pixels,
             cl_ulong{size}, histogram, LocalMemory{k_bins * columns * sizeof(cl_uint)}, columns);
}

// The 256 counts, and k_margin canaries behind them.
std::vector<cl_uint> count(Execution& run, const Buffer& pixels, std::uint64_t begin, std::uint64_t size,
                           Launch launch) {
  const Buffer histogram = run.output<cl_uint>(k_bins + k_margin);
  run.fill<cl_uint>(histogram, k_bins, 0);
  if (size > 0 && check_pixel_count(run, size)) launch(run, pixels, begin, size, histogram);
  return run.read<cl_uint>(histogram, k_bins + k_margin);
}

Result<Verdict> verify(Session& session, const Problem& problem, Launch launch) {
  Execution run(session, "histogram256");
  std::string wrong;
  for (const std::vector<cl_uchar>& pixels :
       histogram_inputs<cl_uchar>(problem.offset + problem.size + k_margin, problem.seed)) {
    std::vector<cl_uint> expected(k_bins);
    for (std::uint64_t i = 0; i < problem.size; ++i) ++expected[pixels[problem.offset + i]];
    const Buffer input = run.input(pixels);
    const std::vector<cl_uint> counts = count(run, input, problem.offset, problem.size, launch);
    if (wrong.empty()) wrong = check_equal(counts, expected);
    if (wrong.empty()) wrong = check_untouched(counts, 0, k_bins);
  }
  return run.verdict(problem.size, {wrong});
}

Result<Measurement> bench(Session& session, std::uint64_t size, Launch launch) {
  Execution run(session, "histogram256");
  const Buffer pixels = run.input(random_integers<cl_uchar>(size, 1));
  return run.measure(size, static_cast<double>(size), "GB/s", [&] { count(run, pixels, 0, size, launch); });
}

struct Choice {
  const char* name;
  const char* description;
  Launch launch;
};

constexpr std::array k_choices{
    Choice{"private_bins", "each item counts 256 pixels into bins of its own, one item's bins in a row", private_bins},
    Choice{"swizzled", "the same, each row in an order of its own: no conflicts in constant images", swizzled},
    Choice{"conflict_free", "the same, each item on a bank of its own: no conflicts in any image", conflict_free},
    Choice{"fast", "local atomics, a histogram for each bank, a fixed number of groups", fast},
};

Result<std::string> run_file(Session& session, const std::string& variant, const Parameters& parameters) {
  const auto choice =
      std::find_if(k_choices.begin(), k_choices.end(), [&](const Choice& c) { return variant == c.name; });
  if (choice == k_choices.end()) return fail(ErrorKind::k_usage, "histogram256 has no variant " + variant);
  const auto input = required_parameter(parameters, "input");
  if (!input) return fail(input);
  const auto picture = read_image(*input, 1);
  if (!picture) return fail(picture);

  Execution run(session, "histogram256");
  const Buffer pixels = run.input(picture->bytes);
  const std::vector<cl_uint> counts = count(run, pixels, 0, picture->bytes.size(), choice->launch);
  if (!run.ok()) return fail(*run.error());
  return write_histogram(parameters, draw_histogram({{counts.data(), {64, 64, 64}}}, 1),
                         describe_histogram(counts.data()));
}

}  // namespace

Algorithm make_histogram256() {
  Algorithm algorithm;
  algorithm.name = "histogram256";
  algorithm.description = "counts of the 256 values of an 8-bit image";
  algorithm.module = "histogram256";
  algorithm.element = "pixels";
  algorithm.cpu_sizes = {0, 1, 1009, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, (1 << 20) + 3, (1 << 26) + 3};
  algorithm.gpu_bench_size = std::uint64_t{1} << 30;
  for (const Choice& choice : k_choices) {
    const Launch launch = choice.launch;
    algorithm.variants.push_back(
        {choice.name, choice.description,
         [launch](Session& session, const Problem& problem) { return verify(session, problem, launch); },
         [launch](Session& session, std::uint64_t size) { return bench(session, size, launch); }});
  }
  algorithm.run = run_file;
  algorithm.run_help = "--input PICTURE [--output PNG]: counts the grey values, and draws the histogram";
  return algorithm;
}

}  // namespace clc::algorithms
