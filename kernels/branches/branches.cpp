// Branches that neighbouring items take together, or not.
#include "branches/branches_reference.h"
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

struct Choice {
  const char* kernel;
  cl_uint shift;  // the bit of an element's index that chooses its way
};

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = random_integers<cl_uint>(end + k_margin, problem.seed);
  std::vector<cl_uint> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = branch_of(numbers[begin + i], begin + i, choice.shift);

  Execution run(session, "branches");
  const Buffer in = run.input(numbers);
  const Buffer out = run.output<cl_uint>(end + k_margin);
  run.launch_1d(choice.kernel, problem.size, begin, in, out, cl_ulong{end}, choice.shift);
  const std::vector<cl_uint> result = run.read<cl_uint>(out, end + k_margin);
  return run.verdict(problem.size, {check_equal(result, expected, begin), check_untouched(result, begin, end)});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = bench_integers<cl_uint>(end, problem.seed);
  Execution run(session, "branches");
  const Buffer in = run.input_repeated(numbers);
  const Buffer out = run.output<cl_uint>(end);
  const Work work{.bytes = 8.0 * static_cast<double>(problem.size), .counts = "4 B read and 4 B written a number"};
  return run.measure(
      problem.size, work,
      [&] { run.launch_1d(choice.kernel, problem.size, begin, in, out, cl_ulong{end}, choice.shift); },
      [&] {
        return part_on_cpu(problem.size, k_most_on_cpu / 16,
                           [&](std::uint64_t i) { return branch_of(numbers[i], i, choice.shift); });
      });
}

}  // namespace

Algorithm make_branches() {
  Algorithm algorithm{
      .name = "branches", .description = "one of two functions of each number, by its index", .element = "numbers"};
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"uniform", "64 neighbours go the same way", {"branches_taken", 6}},
                   {"divergent", "neighbours go different ways", {"branches_taken", 0}},
                   {"selected", "no branch: each item computes both", {"branches_selected", 0}},
                   {"voted", "neighbours go the same way, and vote which", {"branches_voted", 6}},
                   {"voted_divergent", "neighbours vote, and go both ways", {"branches_voted", 0}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
