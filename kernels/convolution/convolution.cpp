// Convolution of images, N x height x width x channels, by implicit product. The reference is float64, of a sample.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "common/elements.h"
#include "common/execution.h"
#include "common/registry.h"
#include "common/variants.h"
#include "matmul_units/tiles.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_aligned = 1, k_bias = 2, k_relu = 4;  // as the kernel has them
constexpr const char* k_module = "convolution";
constexpr const char* k_kernel = "convolution_half";

// A filter, and the numbers of channels and filters to verify and to measure with.
struct Choice {
  std::uint64_t filter_height, filter_width, stride, padding;
  std::array<std::uint64_t, 2> channels, filters;
  const char* name;

  [[nodiscard]] std::string task() const { return name; }
};

struct Layout {
  std::uint64_t images = 0, out_height = 0, out_width = 0, channels = 0, filters = 0, offset = 0;
  Choice filter;

  std::uint64_t height() const { return (out_height - 1) * filter.stride + filter.filter_height - 2 * filter.padding; }
  std::uint64_t width() const { return (out_width - 1) * filter.stride + filter.filter_width - 2 * filter.padding; }
  std::uint64_t rows() const { return images * out_height * out_width; }
  std::uint64_t depth() const { return filter.filter_height * filter.filter_width * channels; }
  std::uint64_t image_size() const { return rows() == 0 ? 0 : images * height() * width() * channels; }
  std::uint64_t c_pitch() const { return filters + offset; }
  bool is_aligned() const { return (depth() | c_pitch() | offset) % 8 == 0; }
  bool is_product() const { return filter.filter_height * filter.filter_width == 1 && filter.stride == 1; }
  // With zeros around the images.
  std::uint64_t padded_height() const { return height() + 2 * filter.padding; }
  std::uint64_t padded_width() const { return width() + 2 * filter.padding; }
  std::uint64_t padded_rows() const { return images * padded_height() * padded_width(); }
};

using Buffers = std::array<const Buffer*, 4>;  // images, filters, the result and the bias

// Memory of copies that fit matrix units, and of products of whole groups.
struct Scratch {
  std::optional<Buffer> padded, products, filters;
  bool has_room = true;
};

// Allocates copies of so many elements; false where the device has no room for both.
bool make_scratch(Execution& run, Scratch& scratch, std::uint64_t padded, std::optional<Buffer> Scratch::* other,
                  std::uint64_t of_other) {
  if (scratch.*other || !scratch.has_room) return scratch.has_room;
  scratch.padded = run.output_if_room(padded * k_half.bytes);
  if (scratch.padded) scratch.*other = run.output_if_room(of_other * k_half.bytes);
  scratch.has_room = (scratch.*other).has_value();
  if (!scratch.has_room) scratch.padded.reset();
  return scratch.has_room;
}

cl_uint number(std::uint64_t value) {
  return static_cast<cl_uint>(value);
}

// The product by whole groups: `rows` windows from `images`, in which lines have `line` pixels.
void launch_group(Execution& run, const Layout& l, const GroupTiles& tiles, const Buffers& buffers, Shape whole,
                  std::uint64_t line, std::uint64_t first, std::uint64_t pitch, std::uint64_t most_groups) {
  const std::string name = std::string(k_kernel) + "_group";
  const Result<Kernel> kernel = run.session().kernel(k_module, name);
  if (!kernel) return run.set_error(kernel.error());
  const std::uint64_t items = kernel->interface().required_work_group_size[0];
  const std::uint64_t groups =
      std::min({whole.width / tiles.columns * (whole.height / tiles.rows), tiles.at_a_time, most_groups});
  const std::uint64_t a_line = l.filter.filter_width * l.channels;
  run.launch(name, range_2d({groups * items, 1}, {items, 1}), *buffers[0], *buffers[1], *buffers[2], *buffers[3],
             number(whole.height), number(whole.width), number(l.depth()), cl_ulong{0}, cl_ulong{l.channels},
             cl_ulong{0}, cl_ulong{0}, cl_ulong{l.depth()}, cl_ulong{0}, cl_ulong{first}, cl_ulong{pitch}, cl_ulong{0},
             cl_float{1}, k_bias | k_relu, number(a_line), cl_ulong{line * l.channels - a_line});
}

// Multiplies the windows of all pixels of images with zeros around them, and keeps those of the result; false where
// there is no room for that.
bool launch_padded(Execution& run, const Layout& l, const GroupTiles& tiles, const Buffers& buffers, Scratch& scratch,
                   std::uint64_t columns, std::uint64_t most_groups) {
  constexpr std::uint64_t k_vector = 8, k_items = 256;
  const std::uint64_t rows = round_up(l.padded_rows(), tiles.rows), line = l.padded_width();
  const std::uint64_t beyond = (l.filter.filter_height - 1) * line + l.filter.filter_width;
  if (!make_scratch(run, scratch, (rows + beyond) * l.channels, &Scratch::products, rows * columns)) return false;
  const std::uint64_t vectors = l.channels / k_vector, of_result = columns / k_vector;
  run.launch("convolution_pad",
             range_3d({round_up(line * vectors, k_items), l.padded_height(), l.images}, {k_items, 1, 1}), *buffers[0],
             *scratch.padded, number(l.height()), number(l.width()), number(vectors), number(l.filter.padding));
  launch_group(run, l, tiles, {&*scratch.padded, buffers[1], &*scratch.products, buffers[3]}, {columns, rows}, line, 0,
               columns, most_groups);
  run.launch("convolution_gather",
             range_3d({round_up(l.out_width * of_result, k_items), l.out_height, l.images}, {k_items, 1, 1}),
             *scratch.products, *buffers[2], number(l.out_width), number(line), number(l.padded_height()),
             number(of_result), number(of_result), number(l.offset / k_vector), number(l.c_pitch() / k_vector));
  return true;
}

// Computes what whole groups can, and returns how much that is.
Shape launch_whole(Execution& run, const Layout& l, const Buffers& buffers, Scratch& scratch,
                   std::uint64_t most_groups) {
  const std::optional<GroupTiles> tiles = group_tiles(run, k_module, std::string(k_kernel) + "_group", k_half.bytes);
  if (!tiles) return {};
  const std::uint64_t columns = l.filters / tiles->columns * tiles->columns;
  const bool fits = l.is_aligned() && l.filter.stride == 1 && l.channels % 8 == 0 &&
                    l.filter.filter_width * l.channels % tiles->step == 0 && l.depth() >= tiles->least_depth;
  if (!fits || columns == 0) return {};
  if (l.is_product()) {
    const Shape whole{columns, l.rows() / tiles->rows * tiles->rows};
    if (whole.height > 0) launch_group(run, l, *tiles, buffers, whole, 1, l.offset, l.c_pitch(), most_groups);
    return whole;
  }
  if (!launch_padded(run, l, *tiles, buffers, scratch, columns, most_groups)) return {};
  return {columns, l.rows()};
}

// The rest, by sub-groups: from this row and column on.
void launch_from(Execution& run, const Layout& l, const Buffers& buffers, Shape first, Shape end) {
  if (first.width >= end.width || first.height >= end.height) return;
  const Result<Kernel> kernel = run.session().kernel(k_module, k_kernel);
  if (!kernel) return run.set_error(kernel.error());
  const std::uint64_t rows = tile_parameter(run, k_module, *kernel, "TILE_ROWS", 128, 32);
  const std::uint64_t columns = tile_parameter(run, k_module, *kernel, "TILE_COLUMNS", 128, 32);
  const std::uint64_t items = kernel->interface().required_work_group_size[0];
  const std::uint64_t groups = divide_up(end.height - first.height, rows) * divide_up(end.width - first.width, columns);
  run.launch(k_kernel, range_2d({groups * items, 1}, {items, 1}), *buffers[0], *buffers[1], *buffers[2], *buffers[3],
             number(first.height), number(first.width), number(end.height), number(end.width), number(l.depth()),
             number(l.height()), number(l.width()), number(l.channels), number(l.filter.filter_width),
             number(l.filter.stride), number(l.filter.padding), number(l.out_height), number(l.out_width), cl_ulong{0},
             cl_ulong{l.depth()}, cl_ulong{0}, cl_ulong{l.offset}, cl_ulong{l.c_pitch()}, cl_ulong{0}, cl_float{1},
             k_bias | k_relu | (l.is_aligned() ? k_aligned : 0));
}

void launch_as_it_is(Execution& run, const Layout& l, const Buffers& buffers, Scratch& scratch,
                     std::uint64_t most_groups) {
  const Shape all{l.filters, l.rows()}, whole = launch_whole(run, l, buffers, scratch, most_groups);
  launch_from(run, l, buffers, {whole.height > 0 ? whole.width : 0, 0}, all);
  if (whole.height > 0) launch_from(run, l, buffers, {0, whole.height}, {whole.width, l.rows()});
}

// Writes the windows and filters with zeros behind them, and multiplies them as pixels of many channels; false where
// there is no room for that.
bool launch_windows(Execution& run, const Layout& l, const Buffers& buffers, Scratch& scratch,
                    std::uint64_t most_groups) {
  constexpr std::uint64_t k_vector = 8, k_step = 32, k_items = 256;
  Layout product = l;
  product.filter = Choice{1, 1, 1, 0, {}, {}, nullptr};
  product.channels = round_up(l.depth(), k_step);
  product.images = product.out_height = 1;
  product.out_width = l.rows();
  const std::uint64_t vectors = product.channels / k_vector;
  if (!make_scratch(run, scratch, l.rows() * product.channels, &Scratch::filters, l.filters * product.channels))
    return false;
  run.launch("convolution_filters", range_2d({round_up(vectors, 32), l.filters}, {32, 1}), *buffers[1],
             *scratch.filters, number(l.depth()), number(vectors));
  run.launch("convolution_windows",
             range_3d({round_up(l.out_width * vectors, k_items), l.out_height, l.images}, {k_items, 1, 1}), *buffers[0],
             *scratch.padded, number(l.height()), number(l.width()), number(l.channels), number(l.filter.filter_height),
             number(l.filter.filter_width), number(l.filter.stride), number(l.filter.padding), number(l.out_width),
             number(vectors));
  launch_as_it_is(run, product, {&*scratch.padded, &*scratch.filters, buffers[2], buffers[3]}, scratch, most_groups);
  return true;
}

void launch(Execution& run, const Layout& l, const Buffers& buffers, Scratch& scratch,
            std::uint64_t most_groups = UINT64_MAX) {
  if (!run.ok() || l.rows() == 0) return;
  const Result<bool> has_windows = run.session().has_kernel(k_module, "convolution_windows");
  if (!has_windows) return run.set_error(has_windows.error());
  if (*has_windows && l.channels % 8 != 0 && launch_windows(run, l, buffers, scratch, most_groups)) return;
  launch_as_it_is(run, l, buffers, scratch, most_groups);
}

struct Operands {
  std::vector<double> images, filters;
  std::vector<float> bias;
};

// Checks one element of the result, and tells its error in parts of the bound.
std::string check_element(const Operands& operands, const std::vector<std::uint8_t>& result, const Layout& l,
                          std::uint64_t pixel, std::uint64_t filter, double& largest) {
  const std::uint64_t image = pixel / l.out_width / l.out_height;
  const auto y0 = static_cast<std::int64_t>(pixel / l.out_width % l.out_height * l.filter.stride);
  const auto x0 = static_cast<std::int64_t>(pixel % l.out_width * l.filter.stride);
  double sum = operands.bias[filter], magnitude = std::abs(sum);
  for (std::uint64_t k = 0; k < l.depth(); ++k) {
    const std::uint64_t tap = k / l.channels;
    const std::int64_t y =
        y0 + static_cast<std::int64_t>(tap / l.filter.filter_width) - static_cast<std::int64_t>(l.filter.padding);
    const std::int64_t x =
        x0 + static_cast<std::int64_t>(tap % l.filter.filter_width) - static_cast<std::int64_t>(l.filter.padding);
    if (y < 0 || x < 0 || y >= static_cast<std::int64_t>(l.height()) || x >= static_cast<std::int64_t>(l.width()))
      continue;
    const std::uint64_t at =
        ((image * l.height() + static_cast<std::uint64_t>(y)) * l.width() + static_cast<std::uint64_t>(x)) *
            l.channels +
        k % l.channels;
    const double term = operands.images[at] * operands.filters[filter * l.depth() + k];
    sum += term;
    magnitude += std::abs(term);
  }
  const double expected = std::max(sum, 0.0);
  const double bound =
      static_cast<double>(l.depth() + 3) * 0x1p-23 * magnitude + k_half.rounding * expected + k_half.least;
  const std::uint64_t i = l.offset + pixel * l.c_pitch() + filter;
  const double got = k_half.read(&result[i * 2]);
  if (!within(got, expected, bound))
    return wrong_element(i, got, expected) + " (pixel " + std::to_string(pixel) + ", filter " + std::to_string(filter) +
           ")";
  largest = std::max(largest, std::abs(got - expected) / bound);
  return {};
}

std::string check_sample(const Operands& operands, const std::vector<std::uint8_t>& result, const Layout& l,
                         std::uint64_t seed, double& largest) {
  constexpr std::size_t k_sample = 4096;
  std::string wrong;
  for (const std::uint64_t i : sample_indexes(l.rows() * l.filters, k_sample, seed)) {
    if (wrong.empty()) wrong = check_element(operands, result, l, i / l.filters, i % l.filters, largest);
  }
  return wrong;
}

// Where width and height are multiples of eight, channels, filters and offset are round numbers, which whole groups
// take.
Layout make_layout(const Problem& problem, const Choice& choice, std::uint64_t images, Shape shape) {
  Layout l{images, shape.height, shape.width, choice.channels[0], choice.filters[0], problem.offset, choice};
  constexpr std::uint64_t k_least_depth = 256;  // four steps
  if (shape.width % 8 != 0 || shape.height % 8 != 0 || l.channels < 8) return l;
  l.channels = choice.filter_height == 1 ? k_least_depth : 64;
  l.filters = 136;
  l.offset = round_up(l.offset, 8);
  return l;
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of_matrices(session, k_module, k_kernel); !lack.empty())
    return skipped<Verdict>(lack);
  const std::uint64_t images = problem.size % 3 == 0 ? 3 : 1;
  const Shape shape = shape_of(problem.size / images);
  const Layout l = make_layout(problem, choice, images, shape);
  const std::vector<std::uint8_t> image = random_elements(k_half, l.image_size(), problem.seed);
  const std::vector<std::uint8_t> filters = random_elements(k_half, l.filters * l.depth(), problem.seed + 1);
  const std::vector<float> bias = random_reals(l.filters, problem.seed + 2);
  const std::size_t count = (l.offset + l.rows() * l.c_pitch() + k_margin) * 2;
  Execution run(session, k_module);
  const Buffer image_buffer = run.input(image), filter_buffer = run.input(filters), bias_buffer = run.input(bias);
  const Buffer result_buffer = run.output<std::uint8_t>(count);
  constexpr std::uint64_t k_few_groups = 2;  // each goes from tile to tile
  Scratch scratch;
  launch(run, l, {&image_buffer, &filter_buffer, &result_buffer, &bias_buffer}, scratch, k_few_groups);
  const std::vector<std::uint8_t> result = run.read<std::uint8_t>(result_buffer, count);

  const Operands operands{values_of(k_half, image), values_of(k_half, filters), bias};
  double largest = 0;
  const std::string wrong = run.ok() ? check_sample(operands, result, l, problem.seed, largest) : "";
  const std::string note = std::to_string(l.images) + " x " + std::to_string(l.out_height) + " x " +
                           std::to_string(l.out_width) + " x " + std::to_string(l.filters) + error_note(largest);
  return run.verdict(problem.size,
                     {wrong, check_untouched(result, l.c_pitch() * 2, l.offset * 2, 0, l.filters * 2, l.rows())}, note);
}

// Images of 56 x 56 pixels of the result.
Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of_matrices(session, k_module, k_kernel); !lack.empty())
    return skipped<Measurement>(lack);
  constexpr std::uint64_t k_side = 56;
  const std::uint64_t images = std::max<std::uint64_t>(problem.size / (k_side * k_side), 1);
  const Layout l{images, k_side, k_side, choice.channels[1], choice.filters[1], problem.offset, choice};
  Execution run(session, k_module);
  const auto make = [&](std::uint64_t elements, std::uint64_t seed) {
    return run.input(repeated_elements(k_half, elements, seed));
  };
  const Buffer image = make(l.image_size(), problem.seed), filters = make(l.filters * l.depth(), problem.seed + 1);
  const Buffer bias = run.input(random_reals(l.filters, problem.seed + 2));
  const Buffer result = run.output<std::uint8_t>((l.offset + l.rows() * l.c_pitch()) * 2);
  Scratch scratch;
  const double products = static_cast<double>(l.rows() * l.filters) * static_cast<double>(l.depth());
  const Work work{.bytes = 2.0 * static_cast<double>(l.image_size() + l.filters * l.depth() + l.rows() * l.filters),
                  .operations = 2 * products,
                  .counts = "one multiplication and one addition a product"};
  return run.measure(l.rows(), work, [&] { launch(run, l, {&image, &filters, &result, &bias}, scratch); });
}

}  // namespace

Algorithm make_convolution() {
  Algorithm algorithm{.name = "convolution",
                      .description = "images * filters + bias and ReLU by matrix units, half",
                      .element = "pixels of the result"};
  algorithm.cpu_sizes = {0, 1, 67, 30 * 33};
  algorithm.gpu_sizes = {0, 1, 67, 1009, 30 * 33, 56 * 56 * 3, 241 * 337};
  algorithm.cpu_bench_size = 56 * 56;
  algorithm.gpu_bench_size = 32 * 56 * 56;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"half_3x3", "3 x 3", Choice{3, 3, 1, 1, {24, 256}, {40, 256}, "convolution_half_3x3"}},
                   {"half_1x1", "1 x 1: a product", Choice{1, 1, 1, 0, {40, 256}, {37, 1024}, "convolution_half_1x1"}},
                   {"half_7x7", "7 x 7 of three channels, every second pixel",
                    Choice{7, 7, 2, 3, {3, 3}, {33, 64}, "convolution_half_7x7"}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
