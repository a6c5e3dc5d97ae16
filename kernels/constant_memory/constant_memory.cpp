// Reads a table in constant or global memory, at the same index in all items or at one that varies.
#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"
#include "constant_memory/constant_memory_reference.h"

namespace clc::algorithms {
namespace {

constexpr std::size_t k_table = 256;

struct Choice {
  const char* kernel;
  bool varies;
};

// Kernels that read arrays of program scope.
struct ProgramChoice {
  const char* kernel;
  bool varies;
  std::size_t words;
  const char* module = "constant_memory_tables";
};

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = random_integers<cl_uint>(end + k_margin, problem.seed);
  const auto words = random_integers<cl_uint>(k_table, problem.seed + 1);
  std::vector<cl_uint> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = looked_up(numbers[begin + i], words.data(), words.size(), choice.varies);

  Execution run(session, "constant_memory");
  const Buffer in = run.input(numbers);
  const Buffer table = run.input(words);
  const Buffer out = run.output<cl_uint>(end + k_margin);
  run.launch_1d(choice.kernel, problem.size, begin, in, out, table, cl_ulong{end});
  const std::vector<cl_uint> result = run.read<cl_uint>(out, end + k_margin);
  return run.verdict(problem.size, {check_equal(result, expected, begin), check_untouched(result, begin, end)});
}

Result<Verdict> verify_program(Session& session, const Problem& problem, ProgramChoice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = random_integers<cl_uint>(end + k_margin, problem.seed);
  const std::vector<cl_uint> words = program_table(choice.words);
  std::vector<cl_uint> expected(problem.size);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = looked_up(numbers[begin + i], words.data(), words.size(), choice.varies);

  Execution run(session, choice.module);
  const Buffer in = run.input(numbers);
  const Buffer out = run.output<cl_uint>(end + k_margin);
  run.launch_1d(choice.kernel, problem.size, begin, in, out, cl_uint{0}, cl_ulong{end});
  const std::vector<cl_uint> result = run.read<cl_uint>(out, end + k_margin);
  return run.verdict(problem.size, {check_equal(result, expected, begin), check_untouched(result, begin, end)});
}

Work work_for(std::uint64_t size) {
  return {.bytes = 8.0 * static_cast<double>(size),
          .counts = "4 B read and 4 B written a number; 64 words of the table do not count"};
}

Result<Measurement> bench_program(Session& session, const Problem& problem, ProgramChoice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = bench_integers<cl_uint>(end, problem.seed);
  const std::vector<cl_uint> words = program_table(choice.words);
  Execution run(session, choice.module);
  const Buffer in = run.input_repeated(numbers);
  const Buffer out = run.output<cl_uint>(end);
  return run.measure(
      problem.size, work_for(problem.size),
      [&] { run.launch_1d(choice.kernel, problem.size, begin, in, out, cl_uint{0}, cl_ulong{end}); },
      [&] {
        return part_on_cpu(problem.size, k_most_on_cpu / 16, [&](std::uint64_t i) {
          return looked_up(numbers[i], words.data(), words.size(), choice.varies);
        });
      });
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const auto numbers = bench_integers<cl_uint>(end, problem.seed);
  const auto words = random_integers<cl_uint>(k_table, problem.seed + 1);
  Execution run(session, "constant_memory");
  const Buffer in = run.input_repeated(numbers);
  const Buffer table = run.input(words);
  const Buffer out = run.output<cl_uint>(end);
  return run.measure(
      problem.size, work_for(problem.size),
      [&] { run.launch_1d(choice.kernel, problem.size, begin, in, out, table, cl_ulong{end}); },
      [&] {
        return part_on_cpu(problem.size, k_most_on_cpu / 16, [&](std::uint64_t i) {
          return looked_up(numbers[i], words.data(), words.size(), choice.varies);
        });
      });
}

}  // namespace

Algorithm make_constant_memory() {
  Algorithm algorithm{.name = "constant_memory",
                      .description = "64 words of a table for each number, from constant or global memory",
                      .element = "numbers"};
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"same", "constant memory, all items read the same word", {"constant_memory_same", false}},
                   {"varying", "constant memory, each item reads another word", {"constant_memory_varying", true}},
                   {"global_same", "global memory, the same word", {"constant_memory_global_same", false}},
                   {"global_varying", "global memory, another word", {"constant_memory_global_varying", true}},
               });
  add_variants(algorithm.variants, verify_program, bench_program,
               {
                   {"program_direct", "an array of program scope, at places that the compiler knows",
                    ProgramChoice{"constant_memory_program_direct", false, 256}},
                   {"program_same", "an array of program scope, the same word",
                    ProgramChoice{"constant_memory_program_same", false, 256}},
                   {"program_varying", "an array of program scope, another word",
                    ProgramChoice{"constant_memory_program_varying", true, 256}},
                   {"program_large", "the same, of 32 KB", ProgramChoice{"constant_memory_program_large", true, 8192}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
