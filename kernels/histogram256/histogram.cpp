#include "histogram256/histogram.h"

#include <sstream>

#include "clc/base/file.h"

namespace clc::algorithms {

void launch_chunks(Execution& run, const std::string& kernel, const Buffer& pixels, std::uint64_t begin,
                   std::uint64_t size, const Buffer& histogram) {
  constexpr std::uint64_t k_least = 16384;  // pixels that are worth an item
  const std::uint64_t most = run.session().facts().compute_units;
  const std::uint64_t chunk = round_up(divide_up(size, std::clamp<std::uint64_t>(size / k_least, 1, most)), 16);
  run.launch(kernel, range_1d(divide_up(size, chunk), 1, begin), pixels, cl_ulong{size}, cl_ulong{chunk}, histogram);
}

std::vector<cl_uint> count_as_tutorial(Execution& run, const std::string& kernel, const Buffer& pixels,
                                       std::uint64_t begin, std::uint64_t size) {
  const std::size_t group = private_group(run, kernel);
  const std::uint64_t groups = divide_up(size, group * k_pixels_per_item);
  const Buffer partial = run.output<cl_uint>(groups * k_bins + k_margin);
  if (size > 0 && check_pixel_count(run, size)) {
    run.launch(kernel, range_1d(groups * group, group, begin), pixels, cl_ulong{size}, partial,
               LocalMemory{group * k_bytes_per_item});
  }
  const std::vector<cl_uint> counts = run.read<cl_uint>(partial, groups * k_bins + k_margin);
  std::vector<cl_uint> sums(k_bins);
  for (std::size_t i = 0; i < groups * k_bins; ++i) sums[i % k_bins] += counts[i];
  sums.insert(sums.end(), counts.end() - k_margin, counts.end());
  return sums;
}

std::string describe_histogram(const std::uint32_t* counts) {
  std::uint64_t pixels = 0, sum = 0;
  std::size_t values = 0, most = 0;
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

// The row of a count: 0 is in the picture's lowest row, and `largest` in the highest.
std::size_t row_of(std::uint32_t count, std::uint32_t largest) {
  const double share = largest == 0 ? 0 : std::min(1.0, static_cast<double>(count) / largest);
  return k_picture_height - 1 - static_cast<std::size_t>(share * static_cast<double>(k_picture_height - 1));
}

// The count that reaches the top of the picture. Black and white are left out where there is anything else, because in
// photographs they often dwarf all others.
std::uint32_t largest_count(const std::vector<Curve>& curves, std::size_t scale_curves) {
  std::uint32_t inner = 0, ends = 0;
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

std::vector<RunOption> histogram_options() {
  std::vector<std::string> endings = image_endings();
  endings.emplace_back(".csv");
  return {{"input", "FILE", "the picture: PNG, BMP or JPEG", true},
          {"output", "FILE",
           "where to draw the histogram: .png, .bmp, .jpg; or its counts: .csv (default: only numbers are printed)",
           false, std::move(endings)}};
}

std::string histogram_csv(const std::vector<Curve>& curves) {
  std::string text = "value";
  for (const Curve& curve : curves) text += std::string(",") + curve.name;
  for (std::size_t value = 0; value < k_bins; ++value) {
    text += "\n" + std::to_string(value);
    for (const Curve& curve : curves) text += "," + std::to_string(curve.counts[value]);
  }
  return text + "\n";
}

Result<std::string> write_histogram(const Parameters& parameters, const std::vector<Curve>& curves,
                                    std::size_t scale_curves, std::string text) {
  const auto output = parameters.find("output");
  if (output == parameters.end()) return text;
  const std::string& path = output->second;
  const auto written = has_ending(path, ".csv") ? write_file_atomically(path, histogram_csv(curves))
                                                : write_image(path, draw_histogram(curves, scale_curves));
  if (!written) return fail(written);
  return text + "\nwrote " + path;
}

Result<std::string> required_parameter(const Parameters& parameters, const std::string& name) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) return fail(ErrorKind::k_usage, "give --" + name + " FILE");
  return found->second;
}

}  // namespace clc::algorithms
