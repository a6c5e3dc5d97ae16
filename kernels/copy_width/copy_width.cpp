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

Result<Verdict> verify(Session& session, const Problem& problem, Launch launch) {
  const std::uint64_t end = problem.offset + problem.size;
  const std::vector<float> values = random_reals(end + k_margin, problem.seed);
  const std::vector<float> expected(values.begin() + static_cast<std::ptrdiff_t>(problem.offset),
                                    values.begin() + static_cast<std::ptrdiff_t>(end));
  Execution run(session, "copy_width");
  const Buffer in = run.input(values);
  const Buffer out = run.output<float>(end + k_margin);
  launch(run, in, out, problem.offset, problem.size);
  const std::vector<float> result = run.read<float>(out, end + k_margin);
  return run.verdict(problem.size,
                     {check_equal(result, expected, problem.offset), check_untouched(result, problem.offset, end)});
}

Result<Measurement> bench(Session& session, std::uint64_t size, Launch launch) {
  Execution run(session, "copy_width");
  const Buffer in = run.filled<float>(size, 0);
  const Buffer out = run.output<float>(size);
  return run.measure(size, 2.0 * sizeof(float) * static_cast<double>(size), "GB/s",
                     [&] { launch(run, in, out, 0, size); });
}

}  // namespace

Algorithm make_copy_width() {
  Algorithm algorithm;
  algorithm.name = "copy_width";
  algorithm.description = "copy of float32";
  algorithm.module = "copy_width";
  algorithm.element = "floats";
  algorithm.cpu_sizes = {0, 1, 1009, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, (1 << 20) + 3, (1 << 26) + 3};
  algorithm.gpu_bench_size = std::uint64_t{1} << 28;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"float", "one float per item", launch_float},
                   {"float4", "one aligned float4 per item", launch_float4},
               });
  return algorithm;
}

}  // namespace clc::algorithms
