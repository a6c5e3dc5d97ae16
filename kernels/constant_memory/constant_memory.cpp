// Reads a table in constant or global memory, at the same index in all items or at one that varies.
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_lookups = 64;
constexpr std::size_t k_table = 256;

struct Choice {
  const char* kernel;
  bool varies;
};

cl_uint reference(cl_uint start, const std::vector<cl_uint>& table, bool varies) {
  cl_uint value = start;
  for (cl_uint k = 0; k < k_lookups; ++k) value = value * 5 + table[((varies ? start : 0) + k * 7) % k_table];
  return value;
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = random_integers<cl_uint>(end + k_margin, problem.seed);
  const auto words = random_integers<cl_uint>(k_table, problem.seed + 1);
  std::vector<cl_uint> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = reference(numbers[begin + i], words, choice.varies);

  Execution run(session, "constant_memory");
  const Buffer in = run.input(numbers);
  const Buffer table = run.input(words);
  const Buffer out = run.output<cl_uint>(end + k_margin);
  run.launch_1d(choice.kernel, problem.size, begin, in, out, table, cl_ulong{end});
  const std::vector<cl_uint> result = run.read<cl_uint>(out, end + k_margin);
  return run.verdict(problem.size, {check_equal(result, expected, begin), check_untouched(result, begin, end)});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = bench_integers<cl_uint>(end, problem.seed);
  const auto words = random_integers<cl_uint>(k_table, problem.seed + 1);
  Execution run(session, "constant_memory");
  const Buffer in = run.input_repeated(numbers);
  const Buffer table = run.input(words);
  const Buffer out = run.output<cl_uint>(end);
  const Work work{.bytes = 8.0 * static_cast<double>(problem.size),
                  .counts = "4 B read and 4 B written a number; 64 words of the table do not count"};
  return run.measure(
      problem.size, work, [&] { run.launch_1d(choice.kernel, problem.size, begin, in, out, table, cl_ulong{end}); },
      [&] {
        return part_on_cpu(problem.size, k_most_on_cpu / 16,
                           [&](std::uint64_t i) { return reference(numbers[i], words, choice.varies); });
      });
}

}  // namespace

Algorithm make_constant_memory() {
  Algorithm algorithm;
  algorithm.name = "constant_memory";
  algorithm.description = "64 words of a table for each number, from constant or global memory";
  algorithm.module = "constant_memory";
  algorithm.element = "numbers";
  algorithm.cpu_sizes = plain_sizes();
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"same", "constant memory, all items read the same word", {"constant_memory_same", false}},
                   {"varying", "constant memory, each item reads another word", {"constant_memory_varying", true}},
                   {"global_same", "global memory, the same word", {"constant_memory_global_same", false}},
                   {"global_varying", "global memory, another word", {"constant_memory_global_varying", true}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
