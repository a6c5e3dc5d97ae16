// out[x][y] = in[y][x], uint8 and float32. Moving elements is exact.
#include <algorithm>
#include <array>

#include "common/cpu_time.h"
#include "common/execution.h"
#include "common/image_file.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

// A rectangle of width x height elements whose upper left corner is (offset, offset), in rows of in_pitch and,
// transposed, in rows of out_pitch.
struct Layout {
  std::uint64_t width = 0, height = 0, offset = 0, in_pitch = 0, out_pitch = 0;
};

using Launch = void (*)(Execution&, const std::string& type, const Layout&, const Buffer& in, const Buffer& out);

// Groups of `columns` x `rows` items, each group for a square tile.
NDRange tiles(const Layout& layout, std::uint64_t tile, std::size_t columns, std::size_t rows) {
  return range_2d({divide_up(layout.width, tile) * columns, divide_up(layout.height, tile) * rows}, {columns, rows},
                  {layout.offset, layout.offset});
}

void launch_naive(Execution& run, const std::string& type, const Layout& layout, const Buffer& in, const Buffer& out) {
  run.launch_2d("transpose_naive_" + type, layout.width, layout.height, layout.offset, in, out,
                cl_ulong{layout.in_pitch}, cl_ulong{layout.out_pitch}, cl_ulong{layout.offset + layout.width},
                cl_ulong{layout.offset + layout.height});
}

void launch_blocks(Execution& run, const std::string& type, const Layout& layout, const Buffer& in, const Buffer& out) {
  run.launch("transpose_blocks_" + type, tiles(layout, 64, 16, 16), in, out, cl_ulong{layout.in_pitch},
             cl_ulong{layout.out_pitch}, cl_ulong{layout.offset + layout.width},
             cl_ulong{layout.offset + layout.height});
}

void launch_tutorial(Execution& run, const std::string& type, const Layout& layout, const Buffer& in,
                     const Buffer& out) {
  run.launch("transpose_tutorial_blocks_" + type, tiles(layout, 64, 16, 16), in, out, cl_ulong{layout.in_pitch},
             cl_ulong{layout.out_pitch}, cl_ulong{layout.offset + layout.width},
             cl_ulong{layout.offset + layout.height});
}

void launch_padded(Execution& run, const std::string& type, const Layout& layout, const Buffer& in, const Buffer& out) {
  run.launch("transpose_padded_" + type, tiles(layout, 32, 32, 8), in, out, cl_ulong{layout.in_pitch},
             cl_ulong{layout.out_pitch}, cl_ulong{layout.offset + layout.width},
             cl_ulong{layout.offset + layout.height});
}

void launch_vectors(Execution& run, const std::string& type, const Layout& layout, const Buffer& in,
                    const Buffer& out) {
  const std::size_t blocks = type == "uchar" ? 32 : 16;
  const bool aligned = layout.in_pitch % 4 == 0 && layout.out_pitch % 4 == 0 && layout.offset % 4 == 0;
  run.launch("transpose_fast_" + type, tiles(layout, blocks * 4, blocks, 256 / blocks), in, out,
             cl_ulong{layout.in_pitch}, cl_ulong{layout.out_pitch}, cl_ulong{layout.offset + layout.width},
             cl_ulong{layout.offset + layout.height}, cl_uint{aligned ? 1u : 0u});
}

void launch_squares(Execution& run, const std::string& type, const Layout& layout, const Buffer& in,
                    const Buffer& out) {
  const std::uint64_t fewest =
      std::uint64_t{8} * run.session().facts().compute_units;  // items that keep all units busy
  std::uint64_t side = 512;
  while (side > 64 && divide_up(layout.width, side) * divide_up(layout.height, side) < fewest) side /= 2;
  run.launch("transpose_squares_" + type, tiles(layout, side, 1, 1), in, out, cl_ulong{layout.in_pitch},
             cl_ulong{layout.out_pitch}, cl_ulong{layout.offset + layout.width},
             cl_ulong{layout.offset + layout.height}, cl_ulong{side});
}

// Launches the kernel that suits the device.
void launch_fast(Execution& run, const std::string& type, const Layout& layout, const Buffer& in, const Buffer& out) {
  if (run.session().facts().kind == DeviceKind::k_cpu) return launch_squares(run, type, layout, in, out);
  launch_vectors(run, type, layout, in, out);
}

struct Choice {
  Launch launch;
  const char* module = "transpose";
};

// Ways to transpose a picture, by the variant's short name.
struct Way {
  const char* name;
  Choice choice;
};
constexpr std::array k_pictures{
    Way{"fast", {launch_fast}},       Way{"naive", {launch_naive}},
    Way{"blocks", {launch_blocks}},   Way{"padded", {launch_padded}},
    Way{"vectors", {launch_vectors}}, Way{"tutorial_blocks", {launch_tutorial, "transpose_tutorial"}}};

template <class T>
constexpr const char* k_type_name = std::is_same_v<T, float> ? "float" : "uchar";

template <class T>
std::vector<T> make_input(std::size_t count, std::uint64_t seed) {
  if constexpr (std::is_same_v<T, float>) {
    return random_reals(count, seed);
  } else {
    return random_integers<T>(count, seed);
  }
}

// Pitches are odd, except where width and height are multiples of four: there the pitches are, too, so that both paths
// of `fast` run.
Layout make_layout(const Problem& problem) {
  const Shape shape = shape_of(problem.size);
  Layout layout{shape.width, shape.height, problem.offset, 0, 0};
  layout.in_pitch = problem.offset + shape.width + k_margin;
  layout.out_pitch = problem.offset + shape.height + k_margin;
  if (shape.width % 4 == 0 && shape.height % 4 == 0) {
    layout.in_pitch = round_up(layout.in_pitch, 4);
    layout.out_pitch = round_up(layout.out_pitch, 4);
  }
  return layout;
}

template <class T>
Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const Layout layout = make_layout(problem);
  const std::vector<T> values = make_input<T>(layout.in_pitch * (layout.offset + layout.height), problem.seed);
  const std::size_t count = layout.out_pitch * (layout.offset + layout.width + 1);

  Execution run(session, choice.module);
  const Buffer in = run.input(values);
  const Buffer out = run.output<T>(count);
  choice.launch(run, k_type_name<T>, layout, in, out);
  const std::vector<T> result = run.read<T>(out, count);

  std::string wrong;
  for (std::uint64_t x = layout.offset; x < layout.offset + layout.width && wrong.empty(); ++x) {
    for (std::uint64_t y = layout.offset; y < layout.offset + layout.height && wrong.empty(); ++y) {
      const T expected = values[y * layout.in_pitch + x];
      const std::size_t i = x * layout.out_pitch + y;
      if (result[i] != expected) wrong = wrong_element(i, result[i], expected);
    }
  }
  return run.verdict(problem.size, {wrong, check_untouched(result, layout.out_pitch, layout.offset, layout.offset,
                                                           layout.height, layout.width)});
}

template <class T>
double transpose_on_cpu(const std::vector<T>& in, const Layout& layout) {
  const std::uint64_t width = std::min<std::uint64_t>(layout.width, in.size());
  const std::uint64_t rows = std::clamp<std::uint64_t>(in.size() / layout.in_pitch, 1, layout.height);
  std::vector<T> out(width * rows);
  for (std::uint64_t y = 0; y < rows; ++y) {
    for (std::uint64_t x = 0; x < width; ++x) out[x * rows + y] = in[y * layout.in_pitch + x];
  }
  keep(out[0]);
  return static_cast<double>(rows * width) / static_cast<double>(layout.height * layout.width);
}

template <class T>
Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const Shape shape = shape_of(problem.size);
  const std::uint64_t offset = problem.offset;
  const Layout layout{shape.width, shape.height, offset, offset + shape.width, offset + shape.height};
  const std::size_t count = layout.in_pitch * layout.out_pitch;
  Execution run(session, choice.module);
  const BenchValues<T> values(count, [&](std::size_t n) { return make_input<T>(n, problem.seed); });
  const Buffer in = run.input_repeated(values);
  const Buffer out = run.output<T>(count);
  const Work work{
      .bytes = 2.0 * sizeof(T) * static_cast<double>(problem.size),
      .counts = sizeof(T) == 1 ? "1 B read and 1 B written an element" : "4 B read and 4 B written an element"};
  return run.measure(
      problem.size, work, [&] { choice.launch(run, k_type_name<T>, layout, in, out); },
      [&] { return transpose_on_cpu(values.on_host(), layout); });
}

// Transposes a grey picture, and compares it with the CPU's.
Result<std::string> run_on_file(Session& session, const std::string& variant, const Parameters& parameters) {
  const std::string name = variant.empty() ? "fast" : variant.substr(0, variant.find("_uchar"));
  const auto* const way = std::ranges::find_if(k_pictures, [&](const Way& one) { return name == one.name; });
  if (way == k_pictures.end()) {
    return fail(
        ErrorKind::k_usage,
        "transpose: a picture is of bytes; give --variant naive, blocks, padded, fast, vectors or tutorial_blocks");
  }
  const auto input = parameters.find("input"), output = parameters.find("output");
  if (input == parameters.end() || output == parameters.end())
    return fail(ErrorKind::k_usage, "transpose: give --input FILE and --output FILE");
  const auto picture = read_image(input->second, 1);
  if (!picture) return fail(picture);
  const Layout layout{picture->width, picture->height, 0, picture->width, picture->height};
  Execution run(session, way->choice.module);
  const Buffer in = run.input(picture->bytes);
  const Buffer out = run.output<cl_uchar>(picture->bytes.size());
  way->choice.launch(run, "uchar", layout, in, out);
  const Picture turned{picture->height, picture->width, 1, run.read<std::uint8_t>(out, picture->bytes.size())};
  if (!run.ok()) return fail(*run.error());
  const CpuTimer timer;
  std::vector<std::uint8_t> expected(turned.bytes.size());
  for (std::size_t y = 0; y < picture->height; ++y) {
    for (std::size_t x = 0; x < picture->width; ++x)
      expected[x * picture->height + y] = picture->bytes[y * picture->width + x];
  }
  const double cpu_ms = timer.ms();
  const auto compared = compare_with_cpu(check_equal(turned.bytes, expected), run.times().kernel_ms, cpu_ms);
  if (!compared) return fail(compared);
  if (const auto written = write_image(output->second, turned); !written) return fail(written);
  return input->second + " (" + std::to_string(picture->width) + " x " + std::to_string(picture->height) + ") -> " +
         output->second + " (" + std::to_string(turned.width) + " x " + std::to_string(turned.height) + ")\n" +
         *compared;
}

// All variants for elements of type T.
template <class T>
void add_type(std::vector<AlgorithmVariant>& variants) {
  const std::string suffix = std::string("_") + k_type_name<T>;
  add_variants(variants, verify<T>, bench<T>,
               {
                   {"naive" + suffix, "one element per item", Choice{launch_naive}},
                   {"blocks" + suffix, "4x4 elements per item through local memory, groups in diagonal order",
                    Choice{launch_blocks}},
                   {"padded" + suffix, "32x32 tile in local memory, padded by a column", Choice{launch_padded}},
                   {"fast" + suffix, "in vectors, through local memory or in squares, as it suits the device",
                    Choice{launch_fast}},
                   {"vectors" + suffix, "4x4 blocks, padded tile, aligned vectors", Choice{launch_vectors}},
               });
  if constexpr (sizeof(T) == 1) {
    add_variants(variants, verify<T>, bench<T>,
                 {{"tutorial_blocks" + suffix, "4x4 bytes per item, groups in diagonal order, reads from one bank",
                   Choice{launch_tutorial, "transpose_tutorial"}}});
  }
  add_short_names(variants, suffix);
  for (AlgorithmVariant& variant : variants) {
    if (variant.name.ends_with(suffix)) variant.task = "transpose" + suffix;
  }
}

}  // namespace

Algorithm make_transpose() {
  Algorithm algorithm{
      .name = "transpose", .description = "out[x][y] = in[y][x], uint8 and float32", .element = "matrix elements"};
  algorithm.cpu_sizes = {0, 1, 1009, 243 * 335, 512 * 384, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 243 * 335, 512 * 384, (1 << 20) + 3, 4099 * 5003};
  algorithm.gpu_bench_size = std::uint64_t{1} << 28;
  add_type<float>(algorithm.variants);
  add_type<cl_uchar>(algorithm.variants);
  algorithm.run = run_on_file;
  algorithm.run_chooses_variant = true;
  algorithm.run_help = "transposes a picture, made grey: rows become columns. Without --variant: fast.";
  algorithm.run_options = {
      {"input", "FILE", "the picture: PNG, BMP or JPEG", true},
      {"output", "FILE", "where the transposed picture goes: .png, .bmp or .jpg", true, image_endings()}};
  return algorithm;
}

}  // namespace clc::algorithms
