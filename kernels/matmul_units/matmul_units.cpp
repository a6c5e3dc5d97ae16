// C = activation(scale * A * B + bias) by matrix units. The reference is float64. Units add up in float with at most
// one unit in the last place an addition, and round or cut the factors of tf32.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "common/elements.h"
#include "common/execution.h"
#include "common/registry.h"
#include "common/variants.h"
#include "matmul_units/tiles.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_aligned = 1, k_bias = 2, k_relu = 4, k_gelu = 8;  // as the kernels have them

struct Choice {
  const char* module;
  const char* kernel;
  const Element& factor;
  const Element& result;
  cl_uint flags = 0;
  bool b_in_columns = false;
  std::uint64_t batches = 1;  // at most
  const char* name = kernel;

  [[nodiscard]] std::string task() const { return name; }
};

// C's rectangle whose upper left corner is (offset, offset), in each matrix of a batch.
struct Layout {
  std::uint64_t rows = 0, columns = 0, depth = 0, offset = 0, batches = 1;
  std::uint64_t a_pitch = 0, b_pitch = 0, c_pitch = 0;
  bool b_in_columns = false;

  std::uint64_t row_end() const { return offset + rows; }
  std::uint64_t column_end() const { return offset + columns; }
  std::uint64_t a_first() const { return offset * a_pitch; }
  std::uint64_t b_first() const { return b_in_columns ? offset * b_pitch : offset; }
  std::uint64_t c_first() const { return offset * c_pitch + offset; }
  std::uint64_t a_batch() const { return row_end() * a_pitch; }
  std::uint64_t b_batch() const { return (b_in_columns ? column_end() : depth) * b_pitch; }
  std::uint64_t c_batch() const { return row_end() * c_pitch; }
  std::uint64_t a_at(std::uint64_t batch, std::uint64_t row, std::uint64_t k) const {
    return batch * a_batch() + row * a_pitch + k;
  }
  std::uint64_t b_at(std::uint64_t batch, std::uint64_t k, std::uint64_t column) const {
    return batch * b_batch() + (b_in_columns ? column * b_pitch + k : k * b_pitch + column);
  }
  std::uint64_t c_at(std::uint64_t batch, std::uint64_t row, std::uint64_t column) const {
    return batch * c_batch() + row * c_pitch + column;
  }
};

// The largest of a few batches that divides the size.
std::uint64_t batches_of(const Choice& choice, std::uint64_t size) {
  std::uint64_t batches = choice.batches;
  while (size % batches != 0) --batches;
  return batches;
}

// Sizes as those of matmul: nothing is aligned, and where width and height are multiples of four all is. Where they are
// multiples of eight depth and offset are round numbers, too, which the kernels for whole groups take.
Layout make_layout(const Problem& problem, const Choice& choice, bool cpu) {
  Layout layout{.offset = problem.offset, .batches = batches_of(choice, problem.size)};
  const std::uint64_t size = problem.size / layout.batches;
  const Shape shape = shape_of(size);
  layout.rows = shape.height;
  layout.columns = shape.width;
  layout.b_in_columns = choice.b_in_columns;
  const auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(size)));
  layout.depth = size == 0 ? 0 : (cpu ? side / 8 : side) | 1;
  const bool is_aligned = shape.width % 4 == 0 && shape.height % 4 == 0;
  const auto pitch = [&](std::uint64_t elements) { return is_aligned ? round_up(elements, 16) : elements; };
  if (shape.width % 8 == 0 && shape.height % 8 == 0 && size > 0) {
    constexpr std::uint64_t k_large = 100000, k_least_depth = 1024;  // of bytes
    layout.depth = std::max(round_up(layout.depth, 128), size > k_large ? k_least_depth : 0);
    layout.offset = round_up(layout.offset, 16);
  }
  layout.a_pitch = pitch(layout.depth + 1);
  layout.b_pitch = pitch((choice.b_in_columns ? layout.depth : layout.column_end()) + 3);
  layout.c_pitch = pitch(layout.column_end() + k_margin);
  return layout;
}

bool is_aligned(const Layout& l, const Choice& choice) {
  const std::uint64_t vector = std::max<std::uint64_t>(16 / choice.factor.bytes, 8);
  return (l.a_pitch | l.b_pitch | l.c_pitch | l.a_first() | l.b_first() | l.c_first() | l.a_batch() | l.b_batch() |
          l.c_batch()) %
             vector ==
         0;
}

float scale_of(const Choice& choice, const Layout& l) {
  if (choice.result.bytes != 1) return 1;
  return static_cast<float>(64 /
                            (choice.factor.high * choice.factor.high / 3 * std::sqrt(static_cast<double>(l.depth))));
}

using Buffers = std::array<const Buffer*, 4>;  // A, B, C and the bias

// Where the matrices are: the last arguments of all kernels.
template <class... Sizes>
void launch_kernel(Execution& run, const Choice& choice, const Layout& l, const std::string& kernel,
                   std::uint64_t groups, const Buffers& buffers, float scale, Sizes... sizes) {
  const Result<Kernel> found = run.session().kernel(choice.module, kernel);
  if (!found) return run.set_error(found.error());
  const std::uint64_t items = found->interface().required_work_group_size[0];
  run.launch(kernel, range_2d({groups * items, l.batches}, {items, 1}), *buffers[0], *buffers[1], *buffers[2],
             *buffers[3], static_cast<cl_uint>(sizes)..., static_cast<cl_uint>(l.depth), cl_ulong{l.a_first()},
             cl_ulong{l.a_pitch}, cl_ulong{l.a_batch()}, cl_ulong{l.b_first()}, cl_ulong{l.b_pitch},
             cl_ulong{l.b_batch()}, cl_ulong{l.c_first()}, cl_ulong{l.c_pitch}, cl_ulong{l.c_batch()}, scale,
             choice.flags | (is_aligned(l, choice) ? k_aligned : 0));
}

// The rectangle from this row and column on, by sub-groups.
void launch_from(Execution& run, const Choice& choice, const Layout& l, Shape end, Shape first,
                 const Buffers& buffers) {
  if (first.width >= end.width || first.height >= end.height) return;
  const Result<Kernel> kernel = run.session().kernel(choice.module, choice.kernel);
  if (!kernel) return run.set_error(kernel.error());
  const std::uint64_t rows = tile_parameter(run, choice.module, *kernel, "TILE_ROWS", 128, 32);
  const std::uint64_t columns = tile_parameter(run, choice.module, *kernel, "TILE_COLUMNS", 128, 32);
  const std::uint64_t groups = divide_up(end.height - first.height, rows) * divide_up(end.width - first.width, columns);
  launch_kernel(run, choice, l, choice.kernel, groups, buffers, scale_of(choice, l), first.height, first.width,
                end.height, end.width);
}

// Copies of what does not fill whole groups.
struct Scratch {
  std::optional<Buffer> a, b, c, bias;
  bool has_room = true;
};

// Allocates copies with these sizes; false where the device has no room for them.
bool make_scratch(Execution& run, const Choice& choice, const Layout& p, Scratch& scratch) {
  if (scratch.bias || !scratch.has_room) return scratch.has_room;
  const auto make = [&](std::optional<Buffer>& to, std::uint64_t bytes) {
    to = run.output_if_room(bytes);
    return to.has_value();
  };
  const bool has_room = make(scratch.a, p.batches * p.a_batch() * choice.factor.bytes) &&
                        make(scratch.b, p.batches * p.b_batch() * choice.factor.bytes) &&
                        make(scratch.c, p.batches * p.c_batch() * choice.result.bytes) &&
                        make(scratch.bias, p.columns * sizeof(float));
  if (!has_room) scratch = Scratch{.a = {}, .b = {}, .c = {}, .bias = {}, .has_room = false};
  return has_room;
}

// Copies `lines` of so many elements to `to_lines` of `to_line`.
void pad(Execution& run, const Choice& choice, const Buffer& from, std::array<std::uint64_t, 3> at, Shape lines,
         const Buffer& to, Shape padded, std::uint64_t batches) {
  constexpr std::uint64_t k_items = 64;
  const auto [first, pitch, batch] = at;
  const std::uint64_t vector = 16 / choice.factor.bytes, vectors = padded.width / vector;
  run.launch(std::string(choice.kernel) + "_pad",
             range_3d({round_up(vectors, k_items), padded.height, batches}, {k_items, 1, 1}), from, cl_ulong{first},
             cl_ulong{pitch}, cl_ulong{batch}, static_cast<cl_uint>(lines.height), static_cast<cl_uint>(lines.width),
             cl_uint{(first | pitch | batch) % vector == 0 ? 1u : 0u}, to, static_cast<cl_uint>(vectors));
}

// Multiplies copies of A and B that fill whole groups; false where there is no room for them.
bool launch_padded(Execution& run, const Choice& choice, const Layout& l, const GroupTiles& tiles,
                   const std::string& kernel, const Buffers& buffers, Scratch& scratch, std::uint64_t most_groups) {
  constexpr std::uint64_t k_items = 64;
  Layout p{round_up(l.rows, tiles.rows), round_up(l.columns, tiles.columns), round_up(l.depth, tiles.step), 0,
           l.batches};
  p.b_in_columns = l.b_in_columns;
  p.a_pitch = p.depth;
  p.b_pitch = l.b_in_columns ? p.depth : p.columns;
  p.c_pitch = p.columns;
  if (!make_scratch(run, choice, p, scratch)) return false;
  pad(run, choice, *buffers[0], {l.a_first(), l.a_pitch, l.a_batch()}, {l.depth, l.rows}, *scratch.a, {p.depth, p.rows},
      l.batches);
  const Shape b = l.b_in_columns ? Shape{l.depth, l.columns} : Shape{l.columns, l.depth};
  const Shape padded_b = l.b_in_columns ? Shape{p.depth, p.columns} : Shape{p.columns, p.depth};
  pad(run, choice, *buffers[1], {l.b_first(), l.b_pitch, l.b_batch()}, b, *scratch.b, padded_b, l.batches);
  if ((choice.flags & k_bias) != 0)
    run.launch("matmul_pad_bias", range_2d({p.columns, 1}, {k_items, 1}), *buffers[3], static_cast<cl_uint>(l.columns),
               *scratch.bias);
  launch_kernel(run, choice, p, kernel,
                std::min({p.columns / tiles.columns * (p.rows / tiles.rows), tiles.at_a_time, most_groups}),
                {&*scratch.a, &*scratch.b, &*scratch.c, &*scratch.bias}, scale_of(choice, l), p.rows, p.columns);
  run.launch(std::string(choice.kernel) + "_unpad",
             range_3d({round_up(divide_up(l.columns, 4), k_items), l.rows, l.batches}, {k_items, 1, 1}), *scratch.c,
             static_cast<cl_uint>(p.c_pitch), static_cast<cl_uint>(p.rows), static_cast<cl_uint>(l.columns),
             *buffers[2], cl_ulong{l.c_first()}, cl_ulong{l.c_pitch}, cl_ulong{l.c_batch()},
             cl_uint{(l.c_first() | l.c_pitch | l.c_batch()) % 4 == 0 ? 1u : 0u});
  return true;
}

// Launches the kernel for whole groups, where there is one that suits the sizes, and returns what it computes.
Shape launch_whole(Execution& run, const Choice& choice, const Layout& l, const Buffers& buffers, Scratch& scratch,
                   std::uint64_t most_groups) {
  constexpr std::uint64_t k_worth_copies = 1 << 27;  // products
  const std::string kernel = std::string(choice.kernel) + "_group";
  const std::optional<GroupTiles> tiles = group_tiles(run, choice.module, kernel, choice.factor.bytes);
  if (!tiles || l.depth < tiles->least_depth) return {};
  const Shape all{l.columns, l.rows};
  const Shape whole{l.columns / tiles->columns * tiles->columns, l.rows / tiles->rows * tiles->rows};
  const bool fits = is_aligned(l, choice) && l.depth % tiles->step == 0;
  const bool is_whole = fits && whole.width == all.width && whole.height == all.height;
  const std::uint64_t products = l.rows * l.columns * l.depth;
  const std::uint64_t padded =
      round_up(l.rows, tiles->rows) * round_up(l.columns, tiles->columns) * round_up(l.depth, tiles->step);
  if (!is_whole && products >= k_worth_copies && padded < 2 * products &&
      launch_padded(run, choice, l, *tiles, kernel, buffers, scratch, most_groups))
    return all;
  if (!fits || whole.width * whole.height == 0) return {};
  launch_kernel(run, choice, l, kernel,
                std::min({whole.width / tiles->columns * (whole.height / tiles->rows), tiles->at_a_time, most_groups}),
                buffers, scale_of(choice, l), whole.height, whole.width);
  return whole;
}

void launch(Execution& run, const Choice& choice, const Layout& l, const Buffers& buffers, Scratch& scratch,
            std::uint64_t most_groups = UINT64_MAX) {
  if (!run.ok()) return;
  const Shape all{l.columns, l.rows}, whole = launch_whole(run, choice, l, buffers, scratch, most_groups);
  launch_from(run, choice, l, all, {whole.width, 0}, buffers);
  if (whole.width > 0) launch_from(run, choice, l, {whole.width, l.rows}, {0, whole.height}, buffers);
}

double activated(double x, cl_uint flags) {
  if ((flags & k_relu) != 0) return std::max(x, 0.0);
  if ((flags & k_gelu) != 0) return x / 2 * (1 + std::erf(x / std::numbers::sqrt2));
  return x;
}

struct Operands {
  std::vector<double> a, b, bias;
};

// Checks one element of C, and tells its error in parts of the bound.
std::string check_element(const Operands& operands, const std::vector<std::uint8_t>& c, const Choice& choice,
                          const Layout& l, const std::array<std::uint64_t, 3>& at, double& largest) {
  const auto [batch, row, column] = at;
  double sum = 0, magnitude = 0;
  for (std::uint64_t k = 0; k < l.depth; ++k) {
    const double term = operands.a[l.a_at(batch, row, k)] * operands.b[l.b_at(batch, k, column)];
    sum += term;
    magnitude += std::abs(term);
  }
  const bool is_integer = choice.factor.bytes == 1;
  const double scale = scale_of(choice, l), of_factors = choice.factor.bytes == 4 ? 0x1p-9 : 0;
  const double shift = (choice.flags & k_bias) != 0 ? operands.bias[column - l.offset] : 0;
  const double exact = activated(scale * sum + shift, choice.flags);
  const double of_sum = is_integer ? 0 : (static_cast<double>(l.depth + 2) * 0x1p-23 + of_factors) * magnitude;
  const double of_rest = choice.result.bytes == 4 && is_integer ? 0 : (std::abs(exact) + 1) * 0x1p-20;
  const double expected = choice.result.bytes == 1 ? std::clamp(exact, -128.0, 127.0) : exact;
  const double bound = 1.13 * scale * of_sum + of_rest + choice.result.rounding * std::abs(exact) + choice.result.least;
  const std::uint64_t i = l.c_at(batch, row, column);
  const double got = choice.result.read(&c[i * choice.result.bytes]);
  if (!within(got, expected, bound))
    return wrong_element(i, got, expected) + " (row " + std::to_string(row) + ", column " + std::to_string(column) +
           ")";
  if (bound > 0) largest = std::max(largest, std::abs(got - expected) / bound);
  return {};
}

// Checks the border of the rectangles and a random sample of the rest.
std::string check_product(const Operands& operands, const std::vector<std::uint8_t>& c, const Choice& choice,
                          const Layout& l, std::uint64_t seed, double& largest) {
  constexpr std::size_t k_border = 512, k_sample = 4096;
  std::string wrong;
  const auto check = [&](std::uint64_t batch, std::uint64_t row, std::uint64_t column) {
    if (wrong.empty())
      wrong = check_element(operands, c, choice, l, {batch, l.offset + row, l.offset + column}, largest);
  };
  for (std::uint64_t batch = 0; batch < l.batches; ++batch) {
    for (const std::uint64_t column : sample_indexes(l.columns, k_border, seed)) {
      check(batch, 0, column);
      check(batch, l.rows - 1, column);
    }
    for (const std::uint64_t row : sample_indexes(l.rows, k_border, seed)) {
      check(batch, row, 0);
      check(batch, row, l.columns - 1);
    }
    for (const std::uint64_t i : sample_indexes(l.rows * l.columns, k_sample, seed))
      check(batch, i / l.columns, i % l.columns);
  }
  return wrong;
}

// Checks that nothing outside of the rectangles was written.
std::string check_outside(const std::vector<std::uint8_t>& c, const Choice& choice, const Layout& l) {
  const std::size_t bytes = choice.result.bytes;
  std::string wrong;
  for (std::uint64_t batch = 0; batch < l.batches && wrong.empty(); ++batch) {
    const auto begin = c.begin() + static_cast<std::ptrdiff_t>(batch * l.c_batch() * bytes);
    const bool is_last = batch + 1 == l.batches;
    const std::vector<std::uint8_t> one(begin,
                                        is_last ? c.end() : begin + static_cast<std::ptrdiff_t>(l.c_batch() * bytes));
    wrong = check_untouched(one, l.c_pitch * bytes, l.offset * bytes, l.offset, l.columns * bytes, l.rows);
  }
  return wrong;
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of_matrices(session, choice.module, choice.kernel); !lack.empty())
    return skipped<Verdict>(lack);
  const Layout l = make_layout(problem, choice, session.facts().kind == DeviceKind::k_cpu);
  const std::vector<std::uint8_t> a = random_elements(choice.factor, l.batches * l.a_batch(), problem.seed);
  const std::vector<std::uint8_t> b = random_elements(choice.factor, l.batches * l.b_batch(), problem.seed + 1);
  const std::vector<float> bias = random_reals(l.columns, problem.seed + 2);
  const std::size_t count = (l.batches * l.c_batch() + l.c_pitch) * choice.result.bytes;

  Execution run(session, choice.module);
  const Buffer a_buffer = run.input(a);
  const Buffer b_buffer = run.input(b);
  const Buffer c_buffer = run.output<std::uint8_t>(count);
  const Buffer bias_buffer = run.input(bias);
  constexpr std::uint64_t k_few_groups = 2;  // each goes from tile to tile
  Scratch scratch;
  launch(run, choice, l, {&a_buffer, &b_buffer, &c_buffer, &bias_buffer}, scratch, k_few_groups);
  const std::vector<std::uint8_t> c = run.read<std::uint8_t>(c_buffer, count);

  const Operands operands{values_of(choice.factor, a), values_of(choice.factor, b), {bias.begin(), bias.end()}};
  double largest = 0;
  const std::string wrong = run.ok() ? check_product(operands, c, choice, l, problem.seed, largest) : "";
  const std::string note = std::to_string(l.rows) + " x " + std::to_string(l.depth) + " x " +
                           std::to_string(l.columns) + error_note(largest);
  return run.verdict(problem.size, {wrong, check_outside(c, choice, l)}, note);
}

// Multiplies square matrices, with `size` elements in all C.
Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  if (const std::string lack = lack_of_matrices(session, choice.module, choice.kernel); !lack.empty())
    return skipped<Measurement>(lack);
  const std::uint64_t batches = batches_of(choice, problem.size);
  const auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(problem.size / batches)));
  const std::uint64_t pitch = side + problem.offset;
  const Layout l{
      side, side, side, problem.offset, batches, side, choice.b_in_columns ? side : pitch, pitch, choice.b_in_columns};
  Execution run(session, choice.module);
  const auto make = [&](std::uint64_t elements, std::uint64_t seed) {
    return run.input(repeated_elements(choice.factor, elements, seed));
  };
  const Buffer a = make(batches * l.a_batch(), problem.seed), b = make(batches * l.b_batch(), problem.seed + 1);
  const Buffer c = run.output<std::uint8_t>(batches * l.c_batch() * choice.result.bytes);
  const Buffer bias = run.input(random_reals(side, problem.seed + 2));
  Scratch scratch;
  const auto n = static_cast<double>(side);
  const Work work{.bytes = static_cast<double>(batches * (2 * choice.factor.bytes + choice.result.bytes)) * n * n,
                  .operations = 2 * static_cast<double>(batches) * n * n * n,
                  .counts = "one multiplication and one addition a product"};
  return run.measure(batches * side * side, work, [&] { launch(run, choice, l, {&a, &b, &c, &bias}, scratch); });
}

}  // namespace

Algorithm make_matmul_units() {
  constexpr const char *k_module = "matmul_units", *k_half_module = "matmul_units_half";
  Algorithm algorithm{.name = "matmul_units",
                      .description = "C = activation(A * B + bias) by matrix units: half, bfloat16, tf32, int8",
                      .element = "elements of C"};
  algorithm.cpu_sizes = {0, 1, 1009, 132 * 136, 243 * 335};
  // Among the larger ones 424 x 456, eight times 328 x 392, 584 x 600 and 2312 x 2320 are of whole tiles and a rest:
  // the first also from an offset on, the last two of more than one band of tiles.
  algorithm.gpu_sizes = {0,         1,         1009,          132 * 136,     243 * 335,  424 * 456,
                         584 * 600, 708 * 716, 8 * 328 * 392, (1 << 20) + 3, 2312 * 2320};
  algorithm.cpu_bench_size = 256 * 256;
  algorithm.gpu_bench_size = 4096 * 4096;
  add_variants(
      algorithm.variants, verify, bench,
      {
          {"half", "halves, added up in float", Choice{k_half_module, "matmul_half", k_half, k_half}},
          {"half_gelu", "half, with a bias and GELU",
           Choice{k_half_module, "matmul_half", k_half, k_half, k_bias | k_gelu, false, 1, "matmul_half_gelu"}},
          {"half_batched", "half, up to eight matrices at once",
           Choice{k_half_module, "matmul_half", k_half, k_half, 0, false, 8, "matmul_half_batched"}},
          {"bfloat16", "bfloat16, added up in float", Choice{k_module, "matmul_bfloat16", k_bfloat16, k_bfloat16}},
          {"tf32", "floats of which units take 19 bits, added up in float",
           Choice{k_module, "matmul_tf32", k_float, k_float}},
          {"int8", "bytes, added up in int32; B in columns", Choice{k_module, "matmul_int8", k_int8, k_int32, 0, true}},
          {"int8_scaled", "int8, with scale, bias and ReLU, to bytes",
           Choice{k_module, "matmul_int8_scaled", k_int8, k_int8, k_bias | k_relu, true}},
      });
  return algorithm;
}

}  // namespace clc::algorithms
