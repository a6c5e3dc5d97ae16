// Rotates a grey or RGBA picture about its centre. The reference computes the same positions in float64, where the
// scaled integers of the kernels are exact.
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "common/cpu_time.h"
#include "common/execution.h"
#include "common/image_file.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"
#include "image_rotate/image_rotate.h"

namespace clc::algorithms {
namespace {

constexpr double k_one = k_turn_one;
constexpr double k_pi = 3.14159265358979323846;
constexpr std::uint64_t k_largest_side = std::uint64_t{1} << 24;

enum class Method { k_forward, k_nearest, k_bilinear };

// A method, and whether its kernel is the one for GPUs wherever it runs.
struct Way {
  Method method = Method::k_bilinear;
  bool quick = false;
};

struct Size {
  std::int64_t width = 0, height = 0;
};

// The smallest canvas that holds all of the rotated picture.
Size canvas_of(const Size& size, const Turn& turn) {
  if (size.width == 0 || size.height == 0) return {};
  const double c = std::abs(turn.cosine / k_one), s = std::abs(turn.sine / k_one);
  const auto w = static_cast<double>(size.width), h = static_cast<double>(size.height);
  return {static_cast<std::int64_t>(std::ceil(w * c + h * s)), static_cast<std::int64_t>(std::ceil(w * s + h * c))};
}

struct Position {
  double x = 0, y = 0;
};

// The position of pixel (x, y) of a picture on another one, turned about their centres.
Position rotate_to(std::int64_t x, std::int64_t y, const Size& from, const Size& to, double cosine, double sine) {
  const auto u = static_cast<double>(2 * x - (from.width - 1)), v = static_cast<double>(2 * y - (from.height - 1));
  return {((cosine * u - sine * v) / k_one + static_cast<double>(to.width - 1)) / 2,
          ((sine * u + cosine * v) / k_one + static_cast<double>(to.height - 1)) / 2};
}

// The index of the nearest pixel, or nothing when that is outside.
std::optional<std::size_t> nearest_pixel(const Position& position, const Size& size) {
  const double x = std::floor(position.x + 0.5), y = std::floor(position.y + 0.5);
  if (x < 0 || y < 0 || x >= static_cast<double>(size.width) || y >= static_cast<double>(size.height)) return {};
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x);
}

template <class Pixel>
constexpr std::size_t k_channels = sizeof(Pixel);
template <class Pixel>
const char* const k_suffix = sizeof(Pixel) == 1 ? "grey" : "rgba";

// How far pixels may go: from the offset up to `end`.
struct Area {
  std::uint64_t offset = 0;
  Size end;

  [[nodiscard]] std::uint64_t width() const { return span(end.width); }
  [[nodiscard]] std::uint64_t height() const { return span(end.height); }

 private:
  [[nodiscard]] std::uint64_t span(std::int64_t to) const {
    return static_cast<std::uint64_t>(to) > offset ? static_cast<std::uint64_t>(to) - offset : 0;
  }
};

// The tiles of image_rotate.cl.
constexpr std::int64_t k_tile_width = 64, k_tile_height = 48;
constexpr std::size_t k_tile_items = 128;
template <class Pixel>
constexpr std::int64_t k_skew = sizeof(Pixel) == 1 ? 31 : 7;

// The place on the picture of the pixel in the middle of the tile at (0, 0), and how far the tile's pixels are from
// there at least and at most, all scaled by 2^32.
struct TilePlace {
  cl_long2 middle{};
  cl_long2 least{};
  cl_long2 most{};
};

TilePlace place_tile(Method method, const Size& size, const Size& canvas, const Turn& turn, std::int64_t skew) {
  const std::int64_t cosine = turn.cosine, sine = turn.sine, half = std::int64_t{1} << 31;
  const std::int64_t u = k_tile_width - (canvas.width - 1), v = k_tile_height - (canvas.height - 1);
  const std::int64_t rounding = method == Method::k_nearest ? half : 0;
  TilePlace place;
  place.middle = {{2 * (cosine * u + sine * v) + (size.width - 1) * half + rounding,
                   2 * (cosine * v - sine * u) + (size.height - 1) * half + rounding}};
  for (const std::int64_t i : {-k_tile_width / 2 - skew, k_tile_width / 2 - 1}) {
    for (const std::int64_t j : {-k_tile_height / 2, k_tile_height / 2 - 1}) {
      const std::array<std::int64_t, 2> at{4 * (cosine * i + sine * j), 4 * (cosine * j - sine * i)};
      for (std::size_t k = 0; k < 2; ++k) {
        place.least.s[k] = std::min<cl_long>(place.least.s[k], at[k]);
        place.most.s[k] = std::max<cl_long>(place.most.s[k], at[k]);
      }
    }
  }
  return place;
}

// Launches a rotation of the pixels of the area: source pixels for the forward method, canvas pixels otherwise.
template <class Pixel>
void launch_rotation(Execution& run, const Way& way, const Buffer& in, const Buffer& out, const Size& size,
                     const Size& canvas, const Turn& turn, const Area& area) {
  static constexpr std::array<const char*, 3> k_names{"rotate_forward_", "rotate_nearest_", "rotate_bilinear_"};
  static constexpr std::array<const char*, 3> k_tiles{"", "rotate_tiles_nearest_", "rotate_tiles_bilinear_"};
  const cl_int2 in_size{{static_cast<cl_int>(size.width), static_cast<cl_int>(size.height)}};
  const cl_int2 out_size{{static_cast<cl_int>(canvas.width), static_cast<cl_int>(canvas.height)}};
  const cl_uint2 limit{{static_cast<cl_uint>(area.end.width), static_cast<cl_uint>(area.end.height)}};
  const auto method = static_cast<std::size_t>(way.method);
  const bool is_gpu = run.session().facts().kind == DeviceKind::k_gpu;
  if (way.method == Method::k_forward || (!way.quick && !is_gpu)) {
    return run.launch_2d(std::string(k_names[method]) + k_suffix<Pixel>, area.width(), area.height(), area.offset, in,
                         out, in_size, out_size, turn.cosine, turn.sine, limit);
  }
  const std::uint64_t width = area.width() == 0 ? 0 : area.width() + k_skew<Pixel>;
  const std::array<std::size_t, 2> tiles{divide_up(width, k_tile_width), divide_up(area.height(), k_tile_height)};
  const TilePlace place = place_tile(way.method, size, canvas, turn, k_skew<Pixel>);
  run.launch(std::string(k_tiles[method]) + k_suffix<Pixel>,
             range_2d({tiles[0] * k_tile_items, tiles[1]}, {k_tile_items, 1}, {area.offset, area.offset}), in, out,
             in_size, out_size, turn.cosine, turn.sine, limit, place.middle, place.least, place.most);
}

template <class Pixel>
std::string wrong_pixel(std::size_t index, const Size& canvas, const std::uint8_t* got, const std::string& expected) {
  std::string text = "pixel (" + std::to_string(index % static_cast<std::size_t>(canvas.width)) + ", " +
                     std::to_string(index / static_cast<std::size_t>(canvas.width)) + "): got";
  for (std::size_t c = 0; c < k_channels<Pixel>; ++c) text += " " + std::to_string(got[c]);
  return text + ", expected " + expected;
}

template <class Pixel>
std::string to_text(const std::uint8_t* pixel) {
  std::string text;
  for (std::size_t c = 0; c < k_channels<Pixel>; ++c) text += (c == 0 ? "" : " ") + std::to_string(pixel[c]);
  return text;
}

// A rotation to check: the bytes of both pictures, and how the kernel was launched.
struct Rotated {
  const std::vector<std::uint8_t>& in;
  const std::vector<std::uint8_t>& out;
  Size size;
  Size canvas;
  Turn turn;
  std::int64_t offset;
  Size end;
};

// Checks that each canvas pixel is one of the source pixels that go there, or empty when none does.
template <class Pixel>
std::string check_forward(const Rotated& r) {
  constexpr std::size_t n = k_channels<Pixel>;
  enum : std::uint8_t { k_empty, k_hit, k_right };
  std::vector<std::uint8_t> state(static_cast<std::size_t>(r.canvas.width * r.canvas.height), k_empty);
  for (std::int64_t y = r.offset; y < r.end.height; ++y) {
    for (std::int64_t x = r.offset; x < r.end.width; ++x) {
      const auto to = nearest_pixel(rotate_to(x, y, r.size, r.canvas, r.turn.cosine, r.turn.sine), r.canvas);
      if (!to) continue;
      const std::uint8_t* source = &r.in[static_cast<std::size_t>(y * r.size.width + x) * n];
      if (std::equal(source, source + n, &r.out[*to * n])) {
        state[*to] = k_right;
      } else if (state[*to] == k_empty) {
        state[*to] = k_hit;
      }
    }
  }
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::uint8_t* got = &r.out[i * n];
    if (state[i] == k_hit) return wrong_pixel<Pixel>(i, r.canvas, got, "a source pixel that goes there");
    if (state[i] == k_empty && std::count(got, got + n, 0) != static_cast<std::ptrdiff_t>(n))
      return wrong_pixel<Pixel>(i, r.canvas, got, "an empty place");
  }
  return {};
}

// Blends the four neighbours in float64; outside of the picture its edge is repeated.
double blend(const Rotated& r, const Position& position, std::size_t channel, std::size_t channels) {
  const auto at = [&](double x, double y) {
    const auto column = static_cast<std::int64_t>(std::clamp(x, 0.0, static_cast<double>(r.size.width - 1)));
    const auto row = static_cast<std::int64_t>(std::clamp(y, 0.0, static_cast<double>(r.size.height - 1)));
    return static_cast<double>(r.in[static_cast<std::size_t>(row * r.size.width + column) * channels + channel]);
  };
  const double x = std::floor(position.x), y = std::floor(position.y);
  const double right = position.x - x, down = position.y - y;
  return (1 - down) * ((1 - right) * at(x, y) + right * at(x + 1, y)) +
         down * ((1 - right) * at(x, y + 1) + right * at(x + 1, y + 1));
}

template <class Pixel>
std::string check_inverse(const Rotated& r, Method method) {
  constexpr std::size_t n = k_channels<Pixel>;
  for (std::int64_t y = r.offset; y < r.end.height; ++y) {
    for (std::int64_t x = r.offset; x < r.end.width; ++x) {
      const std::size_t i = static_cast<std::size_t>(y * r.canvas.width + x);
      const std::uint8_t* got = &r.out[i * n];
      const Position from = rotate_to(x, y, r.canvas, r.size, r.turn.cosine, -static_cast<double>(r.turn.sine));
      const auto source = nearest_pixel(from, r.size);
      static constexpr std::array<std::uint8_t, 4> k_outside{};
      if (method == Method::k_bilinear && source) {
        for (std::size_t c = 0; c < n; ++c) {
          const double expected = blend(r, from, c, n);
          // Half a step for rounding, and a little for weights in float32.
          if (!within(got[c], expected, 0.501))
            return wrong_pixel<Pixel>(i, r.canvas, got, std::to_string(expected) + " in channel " + std::to_string(c));
        }
        continue;
      }
      const std::uint8_t* expected = source ? &r.in[*source * n] : k_outside.data();
      if (!std::equal(got, got + n, expected)) return wrong_pixel<Pixel>(i, r.canvas, got, to_text<Pixel>(expected));
    }
  }
  return {};
}

// Checks that nothing was written behind the canvas, nor, by an inverse mapping, before the offset.
template <class Pixel>
std::string check_rest(const Rotated& r, Method method) {
  constexpr std::size_t n = k_channels<Pixel>;
  const auto width = static_cast<std::size_t>(r.canvas.width);
  const auto all = width * static_cast<std::size_t>(r.canvas.height);
  for (std::size_t i = 0; i < r.out.size() / n; ++i) {
    bool mine = i < all;
    if (mine && method != Method::k_forward)
      mine = static_cast<std::int64_t>(i % width) >= r.offset && static_cast<std::int64_t>(i / width) >= r.offset;
    for (std::size_t c = 0; c < n && !mine; ++c) {
      if (!is_canary(r.out[i * n + c])) return touched_element(i);
    }
  }
  return {};
}

// Verifies one angle: returns the first wrong pixel, and adds the pixels that were computed to `computed`.
template <class Pixel>
std::string verify_angle(Execution& run, const Problem& problem, Way way, double degrees, std::uint64_t& computed) {
  constexpr std::size_t n = k_channels<Pixel>;
  const Shape shape = shape_of(problem.size);
  // With an offset the picture is larger by it both ways, so that `size` pixels remain.
  const auto extra = static_cast<std::int64_t>(problem.size == 0 ? 0 : problem.offset);
  const Size size{static_cast<std::int64_t>(shape.width) + extra, static_cast<std::int64_t>(shape.height) + extra};
  const Turn turn = make_turn(degrees);
  const Size canvas = canvas_of(size, turn);
  const Size end = way.method == Method::k_forward ? size : canvas;
  const auto pixels = static_cast<std::size_t>(canvas.width * canvas.height);
  const auto in = random_integers<std::uint8_t>(static_cast<std::size_t>(size.width * size.height) * n, problem.seed);

  const Buffer in_buffer = run.input(in);
  const Buffer out_buffer = run.output<Pixel>(pixels + k_margin);
  if (way.method == Method::k_forward) run.fill<Pixel>(out_buffer, pixels, 0);
  launch_rotation<Pixel>(run, way, in_buffer, out_buffer, size, canvas, turn, {problem.offset, end});
  const auto out = run.read<std::uint8_t>(out_buffer, (pixels + k_margin) * n);
  if (!run.ok()) return {};

  const auto offset = static_cast<std::int64_t>(problem.offset);
  if (end.width > offset && end.height > offset)
    computed += static_cast<std::uint64_t>(end.width - offset) * static_cast<std::uint64_t>(end.height - offset);
  const Rotated rotated{in, out, size, canvas, turn, offset, end};
  std::string wrong =
      way.method == Method::k_forward ? check_forward<Pixel>(rotated) : check_inverse<Pixel>(rotated, way.method);
  if (wrong.empty()) wrong = check_rest<Pixel>(rotated, way.method);
  return wrong.empty() ? wrong : "at " + std::to_string(degrees) + " degrees, " + wrong;
}

// Verifies quarter turns and one random angle. A large, very long picture would turn into a mostly empty canvas, so
// it gets no random angle.
template <class Pixel>
Result<Verdict> verify(Session& session, const Problem& problem, Way way) {
  Execution run(session, "image_rotate");
  const Shape shape = shape_of(problem.size);
  std::vector<double> angles{90};
  if (problem.size <= 100000) angles.insert(angles.end(), {0, 180, 270});
  if (shape.width <= 64 * shape.height || problem.size <= 100000)
    angles.push_back(Random(problem.seed).between(1, 359));
  std::uint64_t computed = 0;
  std::string wrong;
  for (const double angle : angles) {
    if (wrong.empty() && run.ok()) wrong = verify_angle<Pixel>(run, problem, way, angle, computed);
  }
  return run.verdict(computed, {wrong}, std::to_string(angles.size()) + " angles");
}

// Turns a picture as the reference does.
template <class Pixel>
std::vector<std::uint8_t> rotate_on_cpu(const std::vector<std::uint8_t>& in, const Size& size, const Size& canvas,
                                        const Turn& turn, Method method) {
  constexpr std::size_t n = k_channels<Pixel>;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(canvas.width * canvas.height) * n);
  const Rotated rotated{in, out, size, canvas, turn, 0, canvas};
  const Size& from = method == Method::k_forward ? size : canvas;
  for (std::int64_t y = 0; y < from.height; ++y) {
    for (std::int64_t x = 0; x < from.width; ++x) {
      const auto here = static_cast<std::size_t>(y * from.width + x) * n;
      if (method == Method::k_forward) {
        const auto to = nearest_pixel(rotate_to(x, y, size, canvas, turn.cosine, turn.sine), canvas);
        if (to) std::copy_n(&in[here], n, &out[*to * n]);
        continue;
      }
      const Position position = rotate_to(x, y, canvas, size, turn.cosine, -static_cast<double>(turn.sine));
      const auto source = nearest_pixel(position, size);
      for (std::size_t c = 0; c < n && source; ++c) {
        out[here + c] = method == Method::k_nearest
                            ? in[*source * n + c]
                            : static_cast<std::uint8_t>(std::lround(blend(rotated, position, c, n)));
      }
    }
  }
  return out;
}

template <class Pixel>
Result<Measurement> bench(Session& session, const Problem& problem, Way way) {
  const Shape shape = shape_of(problem.size);
  const auto extra = static_cast<std::int64_t>(problem.offset);
  const Size size{static_cast<std::int64_t>(shape.width) + extra, static_cast<std::int64_t>(shape.height) + extra};
  const Turn turn = make_turn(45);
  const Size canvas = canvas_of(size, turn);
  const auto canvas_pixels = static_cast<std::size_t>(canvas.width * canvas.height);
  const Size end = way.method == Method::k_forward ? size : canvas;
  Execution run(session, "image_rotate");
  const std::size_t bytes = static_cast<std::size_t>(size.width * size.height) * sizeof(Pixel);
  const auto pixels = bench_integers<std::uint8_t>(bytes, problem.seed);
  const Buffer in = run.input_repeated(pixels);
  const Buffer out = run.output<Pixel>(canvas_pixels);
  const auto source_bytes = static_cast<double>(sizeof(Pixel)) * static_cast<double>(problem.size);
  const Work work{.bytes = 2 * source_bytes + (way.method == Method::k_forward
                                                   ? 0
                                                   : static_cast<double>(sizeof(Pixel) * canvas_pixels) - source_bytes),
                  .counts = way.method == Method::k_forward ? "the picture read and written"
                                                            : "the picture read and the canvas written"};
  return run.measure(
      problem.size, work, [&] { launch_rotation<Pixel>(run, way, in, out, size, canvas, turn, {problem.offset, end}); },
      [&] {  // of a large picture a small one stands for the whole
        const auto side =
            static_cast<std::int64_t>(std::sqrt(static_cast<double>(std::min(problem.size, std::uint64_t{1} << 20))));
        const Size small{side, side};
        keep(rotate_on_cpu<Pixel>(pixels.on_host(), small, canvas_of(small, turn), turn, way.method)[0]);
        return static_cast<double>(side) * static_cast<double>(side) / static_cast<double>(problem.size);
      });
}

template <class Pixel>
Result<Turned> rotate_picture(Session& session, const Picture& picture, Method method, double degrees) {
  const Size size{static_cast<std::int64_t>(picture.width), static_cast<std::int64_t>(picture.height)};
  const Turn turn = make_turn(degrees);
  const Size canvas = canvas_of(size, turn);
  const auto pixels = static_cast<std::size_t>(canvas.width * canvas.height);
  const Size end = method == Method::k_forward ? size : canvas;
  Execution run(session, "image_rotate");
  const Buffer in = run.input(picture.bytes);
  const Buffer out = run.filled<Pixel>(pixels, 0);
  launch_rotation<Pixel>(run, Way{method}, in, out, size, canvas, turn, {0, end});
  const auto width = static_cast<std::size_t>(canvas.width), height = static_cast<std::size_t>(canvas.height);
  Turned turned;
  turned.device = {width, height, picture.channels, run.read<std::uint8_t>(out, pixels * k_channels<Pixel>)};
  if (!run.ok()) return fail(*run.error());
  const CpuTimer timer;
  turned.cpu = {width, height, picture.channels, rotate_on_cpu<Pixel>(picture.bytes, size, canvas, turn, method)};
  const double cpu_ms = timer.ms();
  const Rotated rotated{picture.bytes, turned.device.bytes, size, canvas, turn, 0, end};
  const auto compared = compare_with_cpu(
      method == Method::k_forward ? check_forward<Pixel>(rotated) : check_inverse<Pixel>(rotated, method),
      run.times().kernel_ms, cpu_ms);
  if (!compared) return fail(compared);
  turned.compared = *compared;
  return turned;
}

// The parts of a variant's name such as "bilinear_rgba".
struct Choice {
  Method method = Method::k_bilinear;
  std::size_t channels = 0;  // 0: as many as the file has
};

Choice choose(const std::string& variant) {
  Choice choice;
  if (variant.rfind("forward", 0) == 0) choice.method = Method::k_forward;
  if (variant.rfind("nearest", 0) == 0) choice.method = Method::k_nearest;
  if (variant.ends_with("_grey")) choice.channels = 1;
  if (variant.ends_with("_rgba")) choice.channels = 4;
  return choice;
}

Result<double> parse_angle(const std::string& text) {
  double angle = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), angle);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(angle) || std::abs(angle) > 1e6)
    return fail(ErrorKind::k_usage, "--angle " + text + ": give degrees, for instance 90 or -12.5");
  return angle;
}

Result<std::string> run_on_file(Session& session, const std::string& variant, const Parameters& parameters) {
  const auto value = [&](const char* name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::string() : found->second;
  };
  const std::string input = value("input"), output = value("output"), angle_text = value("angle");
  if (input.empty() || output.empty())
    return fail(ErrorKind::k_usage, "image_rotate: give --input FILE and --output FILE");
  const auto angle = parse_angle(angle_text.empty() ? "90" : angle_text);
  if (!angle) return fail(angle);
  const Choice choice = choose(variant);
  auto picture = read_image(input, choice.channels);
  if (picture && picture->channels == 3) picture = read_image(input, 4);  // the corners become transparent
  if (!picture) return fail(picture);
  if (picture->width > k_largest_side / 2 || picture->height > k_largest_side / 2)
    return fail(ErrorKind::k_usage, input + ": larger than 2^23 pixels on a side");
  const auto turned = variant == k_tutorial_rotation ? rotate_as_tutorial(session, *picture, *angle)
                      : picture->channels == 1 ? rotate_picture<cl_uchar>(session, *picture, choice.method, *angle)
                                               : rotate_picture<cl_uchar4>(session, *picture, choice.method, *angle);
  if (!turned) return fail(turned);
  if (const auto written = write_image(output, turned->device); !written) return fail(written);
  const std::string cpu_output = value("cpu-output");
  if (!cpu_output.empty()) {
    if (const auto written = write_image(cpu_output, turned->cpu); !written) return fail(written);
  }
  return input + " (" + std::to_string(picture->width) + " x " + std::to_string(picture->height) + ") -> " + output +
         " (" + std::to_string(turned->device.width) + " x " + std::to_string(turned->device.height) + ")\n" +
         turned->compared + (cpu_output.empty() ? "" : "\nwrote the CPU's picture to " + cpu_output);
}

// All variants for pixels of type Pixel.
template <class Pixel>
void add_pixel(std::vector<AlgorithmVariant>& variants) {
  const std::string suffix = std::string("_") + k_suffix<Pixel>;
  add_variants(
      variants, verify<Pixel>, bench<Pixel>,
      {
          {"bilinear" + suffix, "inverse mapping, four neighbours blended", Way{Method::k_bilinear}},
          {"nearest" + suffix, "inverse mapping, nearest pixel", Way{Method::k_nearest}},
          {"forward" + suffix, "each source pixel to its new place", Way{Method::k_forward}},
          {"bilinear_quick" + suffix, "blended, as on GPUs: by tiles, from local memory",
           Way{Method::k_bilinear, true}},
          {"nearest_quick" + suffix, "nearest, as on GPUs: by tiles, from local memory", Way{Method::k_nearest, true}},
      });
  add_short_names(variants, suffix);
  for (AlgorithmVariant& variant : variants) variant.task = "image_rotate_" + variant.name;
}

}  // namespace

Turn make_turn(double degrees) {
  const double reduced = std::fmod(std::fmod(degrees, 360) + 360, 360);
  if (std::fmod(reduced, 90) == 0) {
    constexpr std::array<int, 4> k_cosine{1, 0, -1, 0}, k_sine{0, 1, 0, -1};
    const auto quarter = static_cast<std::size_t>(reduced / 90) % 4;
    return {k_cosine[quarter] * (1 << 30), k_sine[quarter] * (1 << 30)};
  }
  const double radians = reduced * k_pi / 180;
  return {static_cast<cl_int>(std::lround(std::cos(radians) * k_one)),
          static_cast<cl_int>(std::lround(std::sin(radians) * k_one))};
}

Algorithm make_image_rotate() {
  Algorithm algorithm{.name = "image_rotate",
                      .description = "rotate a grey or RGBA picture about its centre, clockwise",
                      .element = "pixels of the picture"};
  algorithm.cpu_sizes = {0, 1, 1009, 241 * 337, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 241 * 337, (1 << 20) + 3, 2001 * 3001};
  add_pixel<cl_uchar>(algorithm.variants);
  add_pixel<cl_uchar4>(algorithm.variants);
  add_tutorial_rotation(algorithm.variants);
  algorithm.run = run_on_file;
  algorithm.run_chooses_variant = true;
  algorithm.run_help =
      "turns the picture. The output is as large as needed; corners are transparent, or black in a grey picture or "
      "JPEG. "
      "Without --variant: bilinear.";
  algorithm.run_options = {
      {"input", "FILE", "the picture: PNG, BMP or JPEG", true},
      {"output", "FILE", "where the turned picture goes: .png, .bmp or .jpg", true, image_endings()},
      {"cpu-output", "FILE", "where the picture goes that the CPU turns: .png, .bmp or .jpg", false, image_endings()},
      {"angle", "DEGREES", "how far to turn, clockwise, for instance -12.5 (default: 90)"}};
  return algorithm;
}

}  // namespace clc::algorithms
