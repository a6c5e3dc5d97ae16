// C = A + B, float32. The addition of two floats is rounded once, so the reference is exact.
#include <array>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

struct Inputs {
  std::vector<float> a;
  std::vector<float> b;
};

Inputs make_inputs(std::size_t count, std::uint64_t seed) {
  return {random_reals(count, seed), random_reals(count, seed + 1)};
}

float reference(float a, float b) {
  return static_cast<float>(static_cast<double>(a) + static_cast<double>(b));
}

using Launch = void (*)(Execution&, const Buffer& a, const Buffer& b, const Buffer& c, std::uint64_t begin,
                        std::uint64_t end);

void launch_scalar(Execution& run, const Buffer& a, const Buffer& b, const Buffer& c, std::uint64_t begin,
                   std::uint64_t end) {
  run.launch_1d("vecadd_scalar", end - begin, begin, a, b, c, cl_ulong{end});
}

void launch_float4(Execution& run, const Buffer& a, const Buffer& b, const Buffer& c, std::uint64_t begin,
                   std::uint64_t end) {
  const std::uint64_t blocks = begin == end ? 0 : divide_up(end, 4) - begin / 4;
  run.launch_1d("vecadd_float4", blocks, begin / 4, a, b, c, cl_ulong{begin}, cl_ulong{end});
}

Result<Verdict> verify_1d(Session& session, const Problem& problem, Launch launch) {
  const std::uint64_t begin = problem.offset;
  const std::uint64_t end = begin + problem.size;
  const Inputs inputs = make_inputs(end + k_margin, problem.seed);
  std::vector<float> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = reference(inputs.a[begin + i], inputs.b[begin + i]);

  Execution run(session, "vecadd");
  const Buffer a = run.input(inputs.a);
  const Buffer b = run.input(inputs.b);
  const Buffer c = run.output<float>(end + k_margin);
  launch(run, a, b, c, begin, end);
  const std::vector<float> result = run.read<float>(c, end + k_margin);
  return run.verdict(problem.size, {check_equal(result, expected, begin), check_untouched(result, begin, end)});
}

Work work_for(std::uint64_t size) {
  return {.bytes = 3.0 * sizeof(float) * static_cast<double>(size), .counts = "8 B read and 4 B written a float"};
}

struct BenchInputs {
  BenchValues<float> a;
  BenchValues<float> b;
};

// Adds as many as a CPU does in little time, and returns which share of `size` that is.
double add_on_cpu(const BenchInputs& inputs, std::uint64_t size) {
  const std::uint64_t count = std::min(size, k_most_on_cpu);
  std::vector<float> sums(count);
  for (std::uint64_t i = 0; i < count; ++i) sums[i] = inputs.a[i] + inputs.b[i];
  keep(sums[0]);
  return static_cast<double>(count) / static_cast<double>(size);
}

BenchInputs make_bench_inputs(std::size_t count, std::uint64_t seed) {
  return {bench_reals(count, seed), bench_reals(count, seed + 1)};
}

Result<Measurement> bench_1d(Session& session, const Problem& problem, Launch launch) {
  Execution run(session, "vecadd");
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const BenchInputs inputs = make_bench_inputs(end, problem.seed);
  const Buffer a = run.input_repeated(inputs.a);
  const Buffer b = run.input_repeated(inputs.b);
  const Buffer c = run.output<float>(end);
  return run.measure(
      problem.size, work_for(problem.size), [&] { launch(run, a, b, c, begin, end); },
      [&] { return add_on_cpu(inputs, problem.size); });
}

// The numbers that the host adds, and room for the sums.
struct Trip {
  std::vector<float> a;
  std::vector<float> b;
  std::vector<float> c;
};

// Both vectors go to the device, are added there, and the sums come back.
void go_round(Execution& run, const std::array<Buffer, 3>& buffers, Trip& trip, std::uint64_t begin,
              std::uint64_t end) {
  const Queue& queue = run.session().queue();
  const std::size_t bytes = trip.a.size() * sizeof(float);
  if (!run.ok() || !run.add_write(queue.write(buffers[0], trip.a.data(), bytes))) return;
  if (!run.add_write(queue.write(buffers[1], trip.b.data(), bytes))) return;
  launch_scalar(run, buffers[0], buffers[1], buffers[2], begin, end);
  if (run.ok()) run.add_read(queue.read(buffers[2], trip.c.data(), trip.c.size() * sizeof(float)));
}

struct RoundTrip {};

Result<Verdict> verify_trip(Session& session, const Problem& problem, RoundTrip) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  Inputs inputs = make_inputs(end + k_margin, problem.seed);
  std::vector<float> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = reference(inputs.a[begin + i], inputs.b[begin + i]);
  Execution run(session, "vecadd");
  const std::size_t count = end + k_margin;
  const std::array<Buffer, 3> buffers{run.output<float>(count), run.output<float>(count), run.output<float>(count)};
  Trip trip{std::move(inputs.a), std::move(inputs.b), std::vector<float>(count)};
  go_round(run, buffers, trip, begin, end);
  return run.verdict(problem.size, {check_equal(trip.c, expected, begin), check_untouched(trip.c, begin, end)});
}

// A step is everything that a program would wait for; kernel ms has the kernel's share of it.
Result<Measurement> bench_trip(Session& session, const Problem& problem, RoundTrip) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const BenchInputs inputs = make_bench_inputs(end, problem.seed);
  Execution run(session, "vecadd");
  const std::array<Buffer, 3> buffers{run.output<float>(end), run.output<float>(end), run.output<float>(end)};
  const auto on_host = [&](std::uint64_t seed) {
    return repeated(end, [&](std::size_t n) { return random_reals(n, seed); });
  };
  Trip trip{on_host(problem.seed), on_host(problem.seed + 1), std::vector<float>(end)};
  Work work = work_for(problem.size);
  work.counts = "8 B read and 4 B written a float by the kernel; its copies are in wall ms";
  return run.measure(
      problem.size, work, [&] { go_round(run, buffers, trip, begin, end); },
      [&] { return add_on_cpu(inputs, problem.size); });
}

struct Kernel2d {
  const char* module;
  const char* kernel;
};

// Verifies a rectangle whose upper left corner is (offset, offset), in rows that are `k_margin` longer.
Result<Verdict> verify_2d(Session& session, const Problem& problem, Kernel2d choice) {
  const Shape shape = shape_of(problem.size);
  const std::uint64_t x_end = problem.offset + shape.width;
  const std::uint64_t y_end = problem.offset + shape.height;
  const std::uint64_t pitch = x_end + k_margin;
  const std::uint64_t count = pitch * (y_end + 1);
  const Inputs inputs = make_inputs(count, problem.seed);

  Execution run(session, choice.module);
  const Buffer a = run.input(inputs.a);
  const Buffer b = run.input(inputs.b);
  const Buffer c = run.output<float>(count);
  run.launch_2d(choice.kernel, shape.width, shape.height, problem.offset, a, b, c, cl_ulong{pitch}, cl_ulong{x_end},
                cl_ulong{y_end});
  const std::vector<float> result = run.read<float>(c, count);

  std::string wrong;
  for (std::uint64_t y = problem.offset; y < y_end && wrong.empty(); ++y) {
    for (std::uint64_t x = problem.offset; x < x_end && wrong.empty(); ++x) {
      const std::size_t i = y * pitch + x;
      const float expected = reference(inputs.a[i], inputs.b[i]);
      if (result[i] != expected) wrong = wrong_element(i, result[i], expected);
    }
  }
  return run.verdict(
      problem.size, {wrong, check_untouched(result, pitch, problem.offset, problem.offset, shape.width, shape.height)});
}

Result<Measurement> bench_2d(Session& session, const Problem& problem, Kernel2d choice) {
  const Shape shape = shape_of(problem.size);
  const std::uint64_t x_end = problem.offset + shape.width, y_end = problem.offset + shape.height;
  Execution run(session, choice.module);
  const BenchInputs inputs = make_bench_inputs(x_end * y_end, problem.seed);
  const Buffer a = run.input_repeated(inputs.a);
  const Buffer b = run.input_repeated(inputs.b);
  const Buffer c = run.output<float>(x_end * y_end);
  return run.measure(
      problem.size, work_for(problem.size),
      [&] {
        run.launch_2d(choice.kernel, shape.width, shape.height, problem.offset, a, b, c, cl_ulong{x_end},
                      cl_ulong{x_end}, cl_ulong{y_end});
      },
      [&] { return add_on_cpu(inputs, problem.size); });
}

}  // namespace

Algorithm make_vecadd() {
  Algorithm algorithm{.name = "vecadd", .description = "C = A + B, float32", .element = "floats"};
  algorithm.cpu_sizes = {0, 1, 1009, 241 * 337, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 241 * 337, (1 << 20) + 3, (1 << 26) + 3};
  algorithm.gpu_bench_size = std::uint64_t{1} << 28;
  add_variants(algorithm.variants, verify_1d, bench_1d,
               {
                   {"scalar", "one float per item", launch_scalar},
                   {"float4", "one aligned float4 per item", launch_float4},
               });
  add_variants(algorithm.variants, verify_trip, bench_trip,
               {{"round_trip", "scalar, with both vectors copied to the device and the sums back", RoundTrip{}}});
  add_variants(algorithm.variants, verify_2d, bench_2d,
               {
                   {"2d", "one float per item of a width x height range", {"vecadd", "vecadd_2d"}},
                   {"2d_debug", "2d, and item (1,1) prints sizes and ids", {"vecadd_debug", "vecadd_2d_debug"}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
