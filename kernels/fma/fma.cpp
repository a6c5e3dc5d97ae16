// Kernels that do as much arithmetic as the device can: the ceiling that `clrun bench` compares others with.
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"
#include "fma/fma_reference.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_bench_rounds = 2048;
constexpr cl_uint k_verify_rounds = 9;

struct Choice {
  const char* kernel;
  std::size_t chains;
  // Peers know the work of eight chains.
  [[nodiscard]] std::string task() const { return chains == 8 ? "fma" : "fma_chains_" + std::to_string(chains); }
};

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const std::vector<float> numbers = random_reals(end + k_margin, problem.seed);
  std::vector<float> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = sum_of_chains(numbers[begin + i], k_verify_rounds, choice.chains);

  Execution run(session, "fma");
  const Buffer in = run.input(numbers);
  const Buffer out = run.output<float>(end + k_margin);
  run.launch_1d(choice.kernel, problem.size, begin, in, out, cl_ulong{end}, k_verify_rounds);
  const std::vector<float> result = run.read<float>(out, end + k_margin);
  return run.verdict(problem.size, {check_equal(result, expected, begin), check_untouched(result, begin, end)});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = bench_reals(end, problem.seed);
  Execution run(session, "fma");
  const Buffer in = run.input_repeated(numbers);
  const Buffer out = run.output<float>(end);
  const Work work{
      .bytes = 8.0 * static_cast<double>(problem.size),
      .operations = 2.0 * static_cast<double>(choice.chains) * k_bench_rounds * static_cast<double>(problem.size),
      .counts = "a multiplication and an addition for each chain, 2 048 rounds"};
  return run.measure(
      problem.size, work,
      [&] { run.launch_1d(choice.kernel, problem.size, begin, in, out, cl_ulong{end}, k_bench_rounds); },
      [&] {
        return part_on_cpu(problem.size, 1024,
                           [&](std::uint64_t i) { return sum_of_chains(numbers[i], k_bench_rounds, choice.chains); });
      });
}

}  // namespace

Algorithm make_fma() {
  Algorithm algorithm{.name = "fma",
                      .description = "as many multiplications and additions as there can be, float32",
                      .element = "numbers"};
  algorithm.cpu_bench_size = std::uint64_t{1} << 15;
  algorithm.gpu_bench_size = std::uint64_t{1} << 22;
  add_variants(algorithm.variants, verify, bench,
               {{"chains", "eight independent chains per item", {"fma_chains", 8}},
                {"vectors", "eight vectors of 16 chains per item, for cores of CPUs", {"fma_vectors", k_vector_chains}},
                {"chains_1", "one chain per item: each operation waits for the one before", {"fma_chains_1", 1}},
                {"chains_2", "two chains per item", {"fma_chains_2", 2}},
                {"chains_4", "four chains per item", {"fma_chains_4", 4}}});
  return algorithm;
}

}  // namespace clc::algorithms
