// C = A * B, float32, any sizes. The reference is float64; a float32 dot product of K terms in any order is
// within (K + 1) * 2^-24 * sum |a||b| of it.
#include <algorithm>
#include <cmath>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

// C's rectangle of rows x columns whose upper left corner is (offset, offset).
struct Layout {
  std::uint64_t rows = 0, columns = 0, depth = 0, offset = 0, b_pitch = 0, c_pitch = 0;

  std::uint64_t row_end() const { return offset + rows; }
  std::uint64_t column_end() const { return offset + columns; }
};

using Launch = void (*)(Execution&, const Layout&, const Buffer& a, const Buffer& b, const Buffer& c);

void launch_rows_first(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c) {
  run.launch_2d("matmul_rows_first", l.rows, l.columns, l.offset, a, b, c, cl_ulong{l.depth}, cl_ulong{l.b_pitch},
                cl_ulong{l.c_pitch}, cl_ulong{l.row_end()}, cl_ulong{l.column_end()});
}

void launch_columns_first(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c) {
  run.launch_2d("matmul_columns_first", l.columns, l.rows, l.offset, a, b, c, cl_ulong{l.depth}, cl_ulong{l.b_pitch},
                cl_ulong{l.c_pitch}, cl_ulong{l.row_end()}, cl_ulong{l.column_end()});
}

void launch_tiles(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c) {
  const NDRange range = range_2d({l.columns, l.rows}, {16, 16}, {l.offset, l.offset}).rounded_up();
  run.launch("matmul_tiles", range, a, b, c, cl_ulong{l.depth}, cl_ulong{l.b_pitch}, cl_ulong{l.c_pitch},
             cl_ulong{l.row_end()}, cl_ulong{l.column_end()});
}

// Vectors of four may be used everywhere.
bool is_aligned(const Layout& l) {
  return l.depth % 4 == 0 && l.b_pitch % 4 == 0 && l.c_pitch % 4 == 0 && l.offset % 4 == 0;
}

// The elements of the rectangle from this row and column on.
struct Corner {
  std::uint64_t row = 0, column = 0;
};
void launch_blocks_from(Execution& run, const Layout& l, Corner from, const Buffer& a, const Buffer& b,
                        const Buffer& c) {
  constexpr std::uint64_t k_tile = 128, k_items = 16;
  const NDRange range =
      range_2d({divide_up(l.columns - from.column, k_tile) * k_items, divide_up(l.rows - from.row, k_tile) * k_items},
               {k_items, k_items}, {l.offset + from.column, l.offset + from.row});
  run.launch("matmul_blocks", range, a, b, c, cl_ulong{l.depth}, cl_ulong{l.b_pitch}, cl_ulong{l.c_pitch},
             cl_ulong{l.row_end()}, cl_ulong{l.column_end()}, cl_uint{is_aligned(l) ? 1u : 0u});
}

void launch_blocks(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c) {
  launch_blocks_from(run, l, {}, a, b, c);
}

// A kernel of matmul_whole.clh.
struct WholeKernel {
  const char* name;
  std::uint64_t rows, columns;  // of a group
  std::size_t items_x, items_y;
  std::uint64_t step;  // the depth is a multiple of it
};

// The part of C that `kernel` can make: whole groups.
Shape whole_part(const Layout& l, const WholeKernel& kernel) {
  return {l.columns / kernel.columns * kernel.columns, l.rows / kernel.rows * kernel.rows};
}

// The groups of `kernel`, `parts` times.
NDRange range_of(const Layout& l, const WholeKernel& kernel, std::uint64_t parts) {
  return range_3d({l.columns / kernel.columns * kernel.items_x, l.rows / kernel.rows * kernel.items_y, parts},
                  {kernel.items_x, kernel.items_y, 1}, {l.offset, l.offset, 0});
}

// The strips on the right of what is whole groups, and below it.
void launch_rest(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c, Shape whole) {
  Layout below = l;
  below.columns = whole.width;
  if (whole.width < l.columns) launch_blocks_from(run, l, {0, whole.width}, a, b, c);
  if (whole.height < l.rows) launch_blocks_from(run, below, {whole.height, 0}, a, b, c);
}

void launch_large(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c,
                  const WholeKernel& kernel) {
  run.launch(kernel.name, range_of(l, kernel, 1), a, b, c, cl_ulong{l.depth}, cl_ulong{l.b_pitch}, cl_ulong{l.c_pitch});
  launch_rest(run, l, a, b, c, whole_part(l, kernel));
}

// Launches the small kernel with the depth in `parts` parts, which are computed at the same time.
void launch_small(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c,
                  const WholeKernel& kernel, std::uint64_t parts) {
  const Shape whole = whole_part(l, kernel);
  const std::uint64_t part_depth = round_up(divide_up(l.depth, parts), kernel.step);
  parts = divide_up(l.depth, part_depth);  // rounding may have left nothing for the last ones
  const auto compute = [&](const Buffer& to, std::uint64_t pitch, std::uint64_t first) {
    run.launch(kernel.name, range_of(l, kernel, parts), a, b, to, cl_ulong{l.depth}, cl_ulong{l.b_pitch},
               cl_ulong{pitch}, cl_ulong{part_depth}, cl_ulong{first});
  };
  if (parts == 1) {
    compute(c, l.c_pitch, l.offset * l.c_pitch + l.offset);
  } else {
    const Buffer sums = run.output<float>(parts * whole.width * whole.height);
    compute(sums, whole.width, 0);
    run.launch("matmul_add_parts", range_2d({whole.width / 4, whole.height}, {16, 8}, {l.offset, l.offset}), sums,
               static_cast<cl_uint>(parts), c, cl_ulong{l.c_pitch});
  }
  launch_rest(run, l, a, b, c, whole);
}

void launch_on_cpu(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c) {
  constexpr std::uint64_t k_rows = 6, k_vectors = 4;  // of an item
  if (l.rows * l.columns == 0) return;
  const std::uint64_t floats = run.session().facts().native_float_width >= 16 ? 16 : 8;
  const std::uint64_t width = k_vectors * floats, panels = divide_up(l.columns, width);
  const Buffer packed = run.output<float>(panels * l.depth * width);
  run.launch("matmul_cpu_pack", range_2d({l.depth, panels}, {1, 1}, {0, l.offset}), b, packed, cl_ulong{l.depth},
             cl_ulong{l.b_pitch}, cl_ulong{l.column_end()}, static_cast<cl_uint>(width));
  run.launch("matmul_cpu_" + std::to_string(floats),
             range_2d({divide_up(l.rows, k_rows), panels}, {1, 1}, {l.offset, l.offset}), a, packed, c,
             cl_ulong{l.depth}, cl_ulong{l.c_pitch}, cl_ulong{l.row_end()}, cl_ulong{l.column_end()});
}

// The kernel for large matrices in the configuration that was loaded (matmul.tune.json).
WholeKernel large_kernel(Execution& run) {
  const auto parameter = [&](const char* macro, std::uint64_t otherwise) {
    return run.parameter("matmul", macro, otherwise);
  };
  const std::uint64_t rows = parameter("LARGE_ROWS", 128), columns = parameter("LARGE_COLUMNS", 256);
  return {"matmul_whole_large",
          rows,
          columns,
          columns / parameter("LARGE_ITEM_COLUMNS", 16),
          rows / parameter("LARGE_ITEM_ROWS", 8),
          parameter("LARGE_STEP", 8)};
}

// Launches the kernels that suit the device and the sizes.
void launch_fast(Execution& run, const Layout& l, const Buffer& a, const Buffer& b, const Buffer& c) {
  static constexpr WholeKernel k_small{"matmul_whole_small", 64, 128, 16, 8, 16};
  constexpr std::uint64_t k_least_steps = 4;  // of a part
  constexpr std::uint64_t k_shallow = 512;    // a depth that needs no parts
  const DeviceFacts& facts = run.session().facts();
  if (facts.kind == DeviceKind::k_cpu) return launch_on_cpu(run, l, a, b, c);
  const std::uint64_t units = facts.compute_units;
  const auto groups = [&](std::uint64_t side) { return divide_up(l.rows, side) * divide_up(l.columns, side); };
  const auto whole_groups = [&](const WholeKernel& kernel) {
    const bool fits = is_aligned(l) && l.depth % kernel.step == 0;
    return fits ? l.rows / kernel.rows * (l.columns / kernel.columns) : 0;
  };
  if (groups(16) <= 2 * units && l.depth <= k_shallow) return launch_tiles(run, l, a, b, c);
  const WholeKernel large = large_kernel(run);
  if (whole_groups(large) * 4 >= units * 3) return launch_large(run, l, a, b, c, large);
  if (const std::uint64_t small_groups = whole_groups(k_small); small_groups > 0) {
    const std::uint64_t most = std::max<std::uint64_t>(l.depth / k_small.step / k_least_steps, 1);
    const std::uint64_t parts = std::clamp<std::uint64_t>(units / small_groups, 1, most);
    return launch_small(run, l, a, b, c, k_small, parts);
  }
  // Groups of 128x128 elements would leave most compute units without work.
  if (groups(128) * 8 <= units) return launch_tiles(run, l, a, b, c);
  launch_blocks(run, l, a, b, c);
}

// Width and height are in general no multiples of a tile, and depth and pitches follow them. Where both are multiples
// of four, all sizes are, so that aligned accesses are verified, too; and then the depth is one of 16. On a CPU a
// smaller depth keeps a run in seconds.
Layout make_layout(const Problem& problem, bool cpu) {
  const Shape shape = shape_of(problem.size);
  Layout layout{shape.height, shape.width, 0, problem.offset, 0, 0};
  const auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(problem.size)));
  layout.depth = problem.size == 0 ? 0 : (cpu ? side / 8 : side) | 1;
  layout.b_pitch = layout.column_end() + 3;
  layout.c_pitch = layout.column_end() + k_margin;
  if (shape.width % 4 == 0 && shape.height % 4 == 0) {
    layout.depth = round_up(layout.depth, 16);
    layout.b_pitch = round_up(layout.b_pitch, 4);
    layout.c_pitch = round_up(layout.c_pitch, 4);
  }
  return layout;
}

struct LargestError {
  double share = 0;  // of the error bound
};

std::string check_element(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& c,
                          const Layout& l, std::uint64_t row, std::uint64_t column, LargestError& largest) {
  double expected = 0, magnitude = 0;
  for (std::uint64_t k = 0; k < l.depth; ++k) {
    const double term = static_cast<double>(a[row * l.depth + k]) * static_cast<double>(b[k * l.b_pitch + column]);
    expected += term;
    magnitude += std::abs(term);
  }
  const double bound = static_cast<double>(l.depth + 1) * 0x1p-24 * magnitude;
  const std::size_t i = row * l.c_pitch + column;
  if (!within(c[i], expected, bound)) {
    return wrong_element(i, c[i], expected) + " (row " + std::to_string(row) + ", column " + std::to_string(column) +
           ")";
  }
  if (bound > 0) largest.share = std::max(largest.share, std::abs(c[i] - expected) / bound);
  return {};
}

// Checks the border of the rectangle and a random sample of the rest.
std::string check_product(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& c,
                          const Layout& l, std::uint64_t seed, LargestError& largest) {
  constexpr std::size_t k_border = 2048, k_sample = 8192;
  const auto check = [&](std::uint64_t row, std::uint64_t column) {
    return check_element(a, b, c, l, l.offset + row, l.offset + column, largest);
  };
  std::string wrong;
  for (const std::uint64_t column : sample_indexes(l.columns, k_border, seed)) {
    for (const std::uint64_t row : {std::uint64_t{0}, l.rows - 1}) {
      if (wrong.empty()) wrong = check(row, column);
    }
  }
  for (const std::uint64_t row : sample_indexes(l.rows, k_border, seed)) {
    for (const std::uint64_t column : {std::uint64_t{0}, l.columns - 1}) {
      if (wrong.empty()) wrong = check(row, column);
    }
  }
  for (const std::uint64_t i : sample_indexes(l.rows * l.columns, k_sample, seed)) {
    if (wrong.empty()) wrong = check(i / l.columns, i % l.columns);
  }
  return wrong;
}

Result<Verdict> verify(Session& session, const Problem& problem, Launch launch) {
  const Layout layout = make_layout(problem, session.facts().kind == DeviceKind::k_cpu);
  const std::vector<float> a = random_reals(layout.row_end() * layout.depth, problem.seed);
  const std::vector<float> b = random_reals(layout.depth * layout.b_pitch, problem.seed + 1);
  const std::size_t count = layout.c_pitch * (layout.row_end() + 1);

  Execution run(session, "matmul");
  const Buffer a_buffer = run.input(a);
  const Buffer b_buffer = run.input(b);
  const Buffer c_buffer = run.output<float>(count);
  launch(run, layout, a_buffer, b_buffer, c_buffer);
  const std::vector<float> c = run.read<float>(c_buffer, count);

  LargestError largest;
  const std::string wrong = check_product(a, b, c, layout, problem.seed, largest);
  const std::string note = std::to_string(layout.rows) + " x " + std::to_string(layout.depth) + " x " +
                           std::to_string(layout.columns) + ", largest error " +
                           std::to_string(static_cast<int>(largest.share * 100)) + " % of the bound";
  return run.verdict(
      problem.size,
      {wrong, check_untouched(c, layout.c_pitch, layout.offset, layout.offset, layout.columns, layout.rows)}, note);
}

// Rows of C, as many as take little time: in the order that a CPU likes.
double multiply_on_cpu(const std::vector<float>& a, const std::vector<float>& b, std::uint64_t side) {
  constexpr std::uint64_t k_products = std::uint64_t{1} << 28;
  const std::uint64_t rows = std::clamp<std::uint64_t>(k_products / (side * side), 1, side);
  std::vector<float> c(side);
  for (std::uint64_t row = 0; row < rows; ++row) {
    std::ranges::fill(c, 0.0F);
    for (std::uint64_t k = 0; k < side; ++k) {
      const float factor = a[row * side + k];
      for (std::uint64_t column = 0; column < side; ++column) c[column] += factor * b[k * side + column];
    }
    keep(c[0]);
  }
  return static_cast<double>(rows) / static_cast<double>(side);
}

// Multiplies square matrices, with `size` elements in C.
Result<Measurement> bench(Session& session, const Problem& problem, Launch launch) {
  const auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(problem.size)));
  const std::uint64_t pitch = side + problem.offset;
  const Layout layout{side, side, side, problem.offset, pitch, pitch};
  Execution run(session, "matmul");
  const auto make = [&](std::uint64_t seed) {
    return repeated(pitch * side, [&](std::size_t n) { return random_reals(n, seed); });
  };
  const std::vector<float> a_values = make(problem.seed);
  const std::vector<float> b_values = make(problem.seed + 1);
  const Buffer a = run.input(a_values);
  const Buffer b = run.input(b_values);
  const Buffer c = run.output<float>(pitch * pitch);
  const auto n = static_cast<double>(side);
  const Work work{.bytes = 3 * sizeof(float) * n * n,
                  .operations = 2 * n * n * n,
                  .counts = "one multiplication and one addition a product; 12 B an element"};
  return run.measure(
      side * side, work, [&] { launch(run, layout, a, b, c); },
      [&] { return multiply_on_cpu(a_values, b_values, side); });
}

}  // namespace

Algorithm make_matmul() {
  Algorithm algorithm{.name = "matmul", .description = "C = A * B, float32", .element = "elements of C"};
  algorithm.cpu_sizes = {0, 1, 1009, 132 * 136, 243 * 335, 512 * 384, (1 << 20) + 3};
  algorithm.gpu_sizes = {0,         1,         1009,          132 * 136,   243 * 335,
                         512 * 384, 708 * 716, (1 << 20) + 3, 1924 * 1932, 2053 * 3067};
  algorithm.cpu_bench_size = 512 * 512;
  algorithm.gpu_bench_size = 4096 * 4096;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"fast", "registers and tiles as suit the device and the sizes", launch_fast},
                   {"blocks", "8x8 elements per item in registers, 128x128 per group", launch_blocks},
                   {"rows_first", "one item per element, neighbours go down a column", launch_rows_first},
                   {"columns_first", "one item per element, neighbours go along a row", launch_columns_first},
                   {"tiles", "16x16 tiles of A and B in local memory", launch_tiles},
               });
  return algorithm;
}

}  // namespace clc::algorithms
