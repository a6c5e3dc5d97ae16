// The least and the greatest of uint32, by atomic operations.
#include <algorithm>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

// A buffer for both, as they are before any number was seen.
Buffer make_extremes(Execution& run) {
  std::vector<cl_uint> before(2 + k_margin, 0);
  before[0] = 0xffffffffU;
  return run.input(before);
}

Result<Verdict> verify(Session& session, const Problem& problem, const char* kernel) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = random_integers<cl_uint>(end + k_margin, problem.seed);
  std::vector<cl_uint> expected(2 + k_margin, 0);
  expected[0] = 0xffffffffU;
  for (std::uint64_t i = begin; i < end; ++i) {
    expected[0] = std::min(expected[0], numbers[i]);
    expected[1] = std::max(expected[1], numbers[i]);
  }
  Execution run(session, "minmax");
  const Buffer values = run.input(numbers);
  const Buffer extremes = make_extremes(run);
  run.launch_1d(kernel, problem.size, begin, values, extremes, cl_ulong{end});
  return run.verdict(problem.size, {check_equal(run.read<cl_uint>(extremes, expected.size()), expected)});
}

Result<Measurement> bench(Session& session, const Problem& problem, const char* kernel) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = bench_integers<cl_uint>(end, problem.seed);
  Execution run(session, "minmax");
  const Buffer values = run.input_repeated(numbers);
  const Buffer extremes = make_extremes(run);
  const Work work{.bytes = 4.0 * static_cast<double>(problem.size), .counts = "4 B read a number"};
  return run.measure(
      problem.size, work, [&] { run.launch_1d(kernel, problem.size, begin, values, extremes, cl_ulong{end}); },
      [&] {
        cl_uint least = 0xffffffffU;
        const double share = part_on_cpu(problem.size, k_most_on_cpu,
                                         [&](std::uint64_t i) { return least = std::min(least, numbers[i]); });
        keep(least);
        return share;
      });
}

}  // namespace

Algorithm make_minmax() {
  Algorithm algorithm{.name = "minmax", .description = "the least and the greatest of uint32", .element = "numbers"};
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  algorithm.gpu_bench_size = std::uint64_t{1} << 24;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"groups", "atomic operations in local memory, then one a group", "minmax_groups"},
                   {"looked", "an atomic operation only where a number changes something", "minmax_looked"},
                   {"each", "two atomic operations an item on the same words", "minmax_each"},
               });
  return algorithm;
}

}  // namespace clc::algorithms
