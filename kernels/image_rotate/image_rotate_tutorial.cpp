// The tutorials' rotation: forwards, in float32, onto a canvas as large as the picture, which is never cleared.
#include <array>
#include <cmath>

#include "common/cpu_time.h"
#include "common/execution.h"
#include "common/inputs.h"
#include "common/variants.h"
#include "image_rotate/image_rotate.h"

namespace clc::algorithms {
namespace {

// A picture of width x height, of which the pixels from (offset, offset) on are turned.
struct Sheet {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t offset = 0;

  [[nodiscard]] std::size_t pixels() const { return static_cast<std::size_t>(width * height); }
  [[nodiscard]] std::uint64_t turned() const {
    return static_cast<std::uint64_t>((width - offset) * (height - offset));
  }
};

Sheet sheet_of(const Problem& problem) {
  if (problem.size == 0) return {};
  const Shape shape = shape_of(problem.size);
  const auto offset = static_cast<std::int64_t>(problem.offset);
  return {static_cast<std::int64_t>(shape.width) + offset, static_cast<std::int64_t>(shape.height) + offset, offset};
}

void launch_rotation(Execution& run, const Buffer& in, const Buffer& out, const Sheet& sheet, const Turn& turn) {
  const auto width = static_cast<std::uint64_t>(sheet.width - sheet.offset);
  const auto height = static_cast<std::uint64_t>(sheet.height - sheet.offset);
  const cl_uint2 end{{static_cast<cl_uint>(sheet.width), static_cast<cl_uint>(sheet.height)}};
  run.launch_2d("rotate_tutorial_forward_grey", width, height, static_cast<std::uint64_t>(sheet.offset), in, out,
                static_cast<cl_int>(sheet.width), static_cast<cl_int>(sheet.height),
                static_cast<cl_float>(turn.cosine / k_turn_one), static_cast<cl_float>(turn.sine / k_turn_one), end);
}

// A coordinate on the canvas, cut to a whole number as the kernel does: one of two where float32 may round either way.
struct Cut {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

Cut cut(double position, const Sheet& sheet) {
  const double error = static_cast<double>(sheet.width + sheet.height) * 0x1p-22;
  return {static_cast<std::int64_t>(position - error), static_cast<std::int64_t>(position + error)};
}

// Where pixel (x, y) goes.
std::array<Cut, 2> place_of(std::int64_t x, std::int64_t y, const Sheet& sheet, const Turn& turn) {
  const double cosine = static_cast<cl_float>(turn.cosine / k_turn_one);
  const double sine = static_cast<cl_float>(turn.sine / k_turn_one);
  const std::int64_t middle_x = sheet.width / 2, middle_y = sheet.height / 2;
  const auto u = static_cast<double>(x - middle_x), v = static_cast<double>(y - middle_y);
  return {cut(u * cosine - v * sine + static_cast<double>(middle_x), sheet),
          cut(u * sine + v * cosine + static_cast<double>(middle_y), sheet)};
}

// Marks of a place on the canvas.
enum : std::uint8_t { k_certain = 1, k_judged_right = 2 };

// Notes for the places of one pixel whether it must have come there, and whether its value stands there.
void mark(std::vector<std::uint8_t>& marks, const std::vector<std::uint8_t>& out, std::uint8_t value,
          const std::array<Cut, 2>& place, const Sheet& sheet) {
  const bool is_certain = place[0].low == place[0].high && place[1].low == place[1].high;
  for (std::int64_t y = place[1].low; y <= place[1].high; ++y) {
    for (std::int64_t x = place[0].low; x <= place[0].high; ++x) {
      if (x < 0 || y < 0 || x >= sheet.width || y >= sheet.height) continue;
      const auto i = static_cast<std::size_t>(y * sheet.width + x);
      if (is_certain) marks[i] |= k_certain;
      if (out[i] == value) marks[i] |= k_judged_right;
    }
  }
}

// Checks that each place holds one of the pixels that go there, and what it held before where none does.
std::string check(const std::vector<std::uint8_t>& in, const std::vector<std::uint8_t>& out, const Sheet& sheet,
                  const Turn& turn) {
  std::vector<std::uint8_t> marks(sheet.pixels());
  for (std::int64_t y = sheet.offset; y < sheet.height; ++y) {
    for (std::int64_t x = sheet.offset; x < sheet.width; ++x)
      mark(marks, out, in[static_cast<std::size_t>(y * sheet.width + x)], place_of(x, y, sheet, turn), sheet);
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == k_certain) return "element " + std::to_string(i) + " is none of the pixels that go there";
    if (marks[i] == 0 && !is_canary(out[i])) return touched_element(i);
  }
  return check_untouched(out, 0, sheet.pixels());
}

Result<Verdict> verify(Session& session, const Problem& problem, const char* module) {
  Execution run(session, module);
  const Sheet sheet = sheet_of(problem);
  const auto in = random_integers<std::uint8_t>(sheet.pixels(), problem.seed);
  const std::array<double, 5> angles{90, 0, 180, 270, Random(problem.seed).between(1, 359)};
  std::string wrong;
  for (const double angle : angles) {
    if (!wrong.empty() || !run.ok()) break;
    const Turn turn = make_turn(angle);
    const Buffer out = run.output<std::uint8_t>(sheet.pixels() + k_margin);
    launch_rotation(run, run.input(in), out, sheet, turn);
    wrong = check(in, run.read<std::uint8_t>(out, sheet.pixels() + k_margin), sheet, turn);
    if (!wrong.empty()) wrong = "at " + std::to_string(angle) + " degrees, " + wrong;
  }
  return run.verdict(sheet.turned() * angles.size(), {wrong}, std::to_string(angles.size()) + " angles");
}

// Turns a picture as the kernel does, onto what `out` holds.
void rotate_on_cpu(const std::vector<std::uint8_t>& in, std::vector<std::uint8_t>& out, const Sheet& sheet,
                   const Turn& turn) {
  for (std::int64_t y = 0; y < sheet.height; ++y) {
    for (std::int64_t x = 0; x < sheet.width; ++x) {
      const auto place = place_of(x, y, sheet, turn);
      const std::int64_t to_x = place[0].high, to_y = place[1].high;
      if (to_x < 0 || to_y < 0 || to_x >= sheet.width || to_y >= sheet.height) continue;
      out[static_cast<std::size_t>(to_y * sheet.width + to_x)] = in[static_cast<std::size_t>(y * sheet.width + x)];
    }
  }
}

Result<Measurement> bench(Session& session, const Problem& problem, const char* module) {
  Execution run(session, module);
  const Sheet sheet = sheet_of(problem);
  const Turn turn = make_turn(45);
  const auto pixels = bench_integers<std::uint8_t>(sheet.pixels(), problem.seed);
  const Buffer in = run.input_repeated(pixels);
  const Buffer out = run.output<std::uint8_t>(sheet.pixels());
  const Work work{.bytes = 2.0 * static_cast<double>(problem.size), .counts = "the picture read and written"};
  return run.measure(
      problem.size, work, [&] { launch_rotation(run, in, out, sheet, turn); },
      [&] {  // of a large picture a small one stands for the whole
        const auto side =
            static_cast<std::int64_t>(std::sqrt(static_cast<double>(std::min(problem.size, std::uint64_t{1} << 20))));
        std::vector<std::uint8_t> canvas(static_cast<std::size_t>(side * side));
        rotate_on_cpu(pixels.on_host(), canvas, {side, side, 0}, turn);
        keep(canvas[0]);
        return static_cast<double>(side) * static_cast<double>(side) / static_cast<double>(problem.size);
      });
}

constexpr const char* k_module = "image_rotate_tutorial";

}  // namespace

void add_tutorial_rotation(std::vector<AlgorithmVariant>& variants) {
  add_variants(
      variants, verify, bench,
      {{k_tutorial_rotation, "forwards onto a canvas as large as the picture, which is not cleared", k_module}});
  variants.back().module = k_module;
  variants.back().task = "image_rotate_" + k_tutorial_rotation;
}

Result<Turned> rotate_as_tutorial(Session& session, const Picture& picture, double degrees) {
  const Sheet sheet{static_cast<std::int64_t>(picture.width), static_cast<std::int64_t>(picture.height), 0};
  const Turn turn = make_turn(degrees);
  Execution run(session, k_module);
  const Buffer in = run.input(picture.bytes);
  const Buffer out = run.output<std::uint8_t>(sheet.pixels());
  launch_rotation(run, in, out, sheet, turn);
  Turned turned{picture, picture, {}};
  turned.device.bytes = run.read<std::uint8_t>(out, sheet.pixels());
  if (!run.ok()) return fail(*run.error());
  const CpuTimer timer;
  turned.cpu.bytes.assign(sheet.pixels(), k_canary);
  rotate_on_cpu(picture.bytes, turned.cpu.bytes, sheet, turn);
  const double cpu_ms = timer.ms();
  const auto compared =
      compare_with_cpu(check(picture.bytes, turned.device.bytes, sheet, turn), run.times().kernel_ms, cpu_ms);
  if (!compared) return fail(compared);
  turned.compared = *compared;
  return turned;
}

}  // namespace clc::algorithms
