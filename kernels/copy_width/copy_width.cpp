// Copies floats one or four at a time, which shows what vector width is worth.
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

using Launch = void (*)(Execution&, const Buffer& in, const Buffer& out, std::uint64_t begin, std::uint64_t size);

void launch_float(Execution& run, const Buffer& in, const Buffer& out, std::uint64_t begin, std::uint64_t size) {
  run.launch_1d("copy_width_float", size, begin, in, out, cl_ulong{size});
}

void launch_float4(Execution& run, const Buffer& in, const Buffer& out, std::uint64_t begin, std::uint64_t size) {
  const std::uint64_t blocks = size == 0 ? 0 : divide_up(begin + size, 4) - begin / 4;
  run.launch_1d("copy_width_float4", blocks, begin, in, out, cl_ulong{size});
}

// Neighbouring items touch floats that are `k_stride` apart.
constexpr std::uint64_t k_stride = 32;

void launch_strided(Execution& run, const Buffer& in, const Buffer& out, std::uint64_t begin, std::uint64_t size) {
  run.launch_1d("copy_width_strided", round_up(size, k_stride), begin, in, out, cl_ulong{size}, cl_ulong{k_stride});
}

void launch_rows(Execution& run, const Buffer& in, const Buffer& out, std::uint64_t begin, std::uint64_t size) {
  run.launch_1d("copy_width_rows", divide_up(size, k_stride), begin, in, out, cl_ulong{size}, cl_ulong{k_stride});
}

struct Choice {
  const char* module;
  Launch launch;
};

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t end = problem.offset + problem.size;
  const std::vector<float> values = random_reals(end + k_margin, problem.seed);
  const std::vector<float> expected(values.begin() + static_cast<std::ptrdiff_t>(problem.offset),
                                    values.begin() + static_cast<std::ptrdiff_t>(end));
  Execution run(session, choice.module);
  const Buffer in = run.input(values);
  const Buffer out = run.output<float>(end + k_margin);
  choice.launch(run, in, out, problem.offset, problem.size);
  const std::vector<float> result = run.read<float>(out, end + k_margin);
  return run.verdict(problem.size,
                     {check_equal(result, expected, problem.offset), check_untouched(result, problem.offset, end)});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto values = bench_reals(end, problem.seed);
  const Buffer in = run.input_repeated(values);
  const Buffer out = run.output<float>(end);
  const Work work{.bytes = 2.0 * sizeof(float) * static_cast<double>(problem.size),
                  .counts = "4 B read and 4 B written a float"};
  return run.measure(
      problem.size, work, [&] { choice.launch(run, in, out, begin, problem.size); },
      [&] {
        std::vector<float> copy(std::min(problem.size, k_most_on_cpu));
        std::copy_n(values.on_host().begin(), copy.size(), copy.begin());
        keep(copy[0]);
        return static_cast<double>(copy.size()) / static_cast<double>(problem.size);
      });
}

}  // namespace

Algorithm make_copy_width() {
  Algorithm algorithm{.name = "copy_width", .description = "copy of float32", .element = "floats"};
  algorithm.gpu_sizes = plain_sizes((1 << 26) + 3);
  algorithm.gpu_bench_size = std::uint64_t{1} << 28;
  add_variants(
      algorithm.variants, verify, bench,
      {
          {"float", "one float per item", {"copy_width", launch_float}},
          {"float4", "one aligned float4 per item", {"copy_width", launch_float4}},
          {"strided", "one float per item, neighbours 32 floats apart", {"copy_width_patterns", launch_strided}},
          {"rows", "each item copies 32 floats in a row: not coalesced", {"copy_width_patterns", launch_rows}},
      });
  return algorithm;
}

}  // namespace clc::algorithms
