// Sum of float64, where the order of additions matters: the result may be off by the rounding of its own tree.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

struct Outcome {
  double sum = 0;
  unsigned roundings = 0;  // additions that an element passes through
  std::string complaint;   // names a word that should not have been written; empty when there is none
};

struct Choice {
  const char* module;
  const char* kernel;
  unsigned loads;           // elements that an item loads; it adds them at once
  bool is_strided = false;  // an item loads again and again
};

// Adds all in one launch, by as many groups as the device runs at once.
Outcome reduce_at_once(Execution& run, const Choice& choice, const Buffer& values, std::uint64_t begin,
                       std::uint64_t size) {
  const std::string kernel = choice.kernel;
  constexpr std::uint64_t k_items = 2048;  // of a compute unit
  const std::size_t group = run.group_size(kernel, 256);
  const std::uint64_t most = std::max<std::uint64_t>(k_items / group, 1) * run.session().facts().compute_units;
  const std::uint64_t groups = std::min(divide_up(size, choice.loads * group), most);
  const Buffer partial = run.output<double>(groups + k_margin);
  const Buffer counter = run.filled<cl_uint>(1, 0);
  const Buffer result = run.output<double>(1 + k_margin);
  run.launch(kernel, range_1d(groups * group, group, begin), values, cl_ulong{size}, partial, counter, result,
             LocalMemory{group * sizeof(double)});
  const std::vector<double> sums = run.read<double>(result, 1 + k_margin);
  const std::string complaint = check_untouched(run.read<double>(partial, groups + k_margin), 0, groups);
  // By an item, by the group and by the last one; and a number at an end of the range.
  const std::uint64_t additions =
      size / (groups * group) + 2 * static_cast<std::uint64_t>(std::bit_width(group)) + groups / group + 2;
  return {sums[0], static_cast<unsigned>(additions), complaint.empty() ? check_untouched(sums, 0, 1) : complaint};
}

// Adds elements, then partial sums, until one sum is left.
Outcome reduce(Execution& run, const Choice& choice, const Buffer& values, std::uint64_t begin, std::uint64_t size) {
  const std::string kernel = choice.kernel;
  Outcome outcome;
  if (size == 0) return outcome;
  if (choice.is_strided) return reduce_at_once(run, choice, values, begin, size);
  const std::size_t group = run.group_size(kernel, 1024);
  if (group == 1) {
    run.set_error(Error(ErrorKind::k_unavailable, "kernel " + kernel + " needs groups of at least 2 items"));
    return outcome;
  }
  const Buffer* source = &values;
  Buffer previous;
  for (std::uint64_t groups = 0; groups != 1 && run.ok(); begin = 0, size = groups) {
    groups = divide_up(size, choice.loads * group);
    Buffer partial = run.output<double>(groups + k_margin);
    run.launch(kernel, range_1d(groups * group, group, begin), *source, cl_ulong{size}, partial,
               LocalMemory{group * sizeof(double)});
    const std::vector<double> sums = run.read<double>(partial, groups + k_margin);
    if (outcome.complaint.empty()) outcome.complaint = check_untouched(sums, 0, groups);
    outcome.sum = sums[0];
    for (std::size_t width = 1; width < choice.loads * group; width *= 2) ++outcome.roundings;
    previous = std::move(partial);
    source = &previous;
  }
  return outcome;
}

struct Reference {
  long double sum = 0;
  long double magnitude = 0;  // sum of the absolute values
};

// Neumaier's compensated sum: its error does not grow with the count, even where long double is only double.
Reference reference(const double* values, std::uint64_t count) {
  Reference result;
  long double compensation = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const long double value = values[i];
    const long double next = result.sum + value;
    compensation += std::abs(result.sum) >= std::abs(value) ? (result.sum - next) + value : (value - next) + result.sum;
    result.sum = next;
    result.magnitude += std::abs(value);
  }
  result.sum += compensation;
  return result;
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  // Elements on both sides of the range hold values too, which must not be counted.
  const auto values = random_reals<double>(problem.offset + problem.size + k_margin, problem.seed);
  const Reference expected = reference(values.data() + problem.offset, problem.size);

  Execution run(session, choice.module);
  const Buffer input = run.input(values);
  const Outcome outcome = reduce(run, choice, input, problem.offset, problem.size);

  // An element that passes k additions is scaled by at most (1 + 2^-53)^k; two more cover the reference's own.
  const double bound = static_cast<double>(expected.magnitude) * (outcome.roundings + 2) * 0x1p-53;
  const auto sum = static_cast<double>(expected.sum);
  return run.verdict(problem.size,
                     {outcome.complaint, within(outcome.sum, sum, bound) ? "" : wrong_element(0, outcome.sum, sum)});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  const auto numbers = bench_reals<double>(problem.offset + problem.size, problem.seed);
  const Buffer values = run.input_repeated(numbers);
  const Work work{.bytes = static_cast<double>(problem.size) * sizeof(double), .counts = "8 B read a number"};
  return run.measure(
      problem.size, work, [&] { reduce(run, choice, values, problem.offset, problem.size); },
      [&] { return part_on_cpu(problem.size, k_most_on_cpu, [&](std::uint64_t i) { return numbers[i]; }); });
}

}  // namespace

Algorithm make_reduce_double() {
  Algorithm algorithm{
      .name = "reduce_double", .description = "sum of float64, in groups of 1 024", .element = "numbers"};
  algorithm.needs_fp64 = true;
  algorithm.gpu_sizes = plain_sizes((1 << 25) + 3);
  algorithm.gpu_bench_size = std::uint64_t{1} << 27;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"modulo",
                    "neighbours, chosen with a modulo: divergent sub-groups",
                    {"reduce_double", "reduce_double_modulo", 1}},
                   {"contiguous",
                    "neighbours, by contiguous items: bank conflicts",
                    {"reduce_double", "reduce_double_contiguous", 1}},
                   {"halves",
                    "the upper half onto the lower: sequential addresses",
                    {"reduce_double", "reduce_double_halves", 1}},
                   {"tutorial_first_add",
                    "halves, and each item adds two numbers when it loads them",
                    {"reduce_double_tutorial", "reduce_double_tutorial_first_add", 2}},
                   {"strides",
                    "one launch of a fixed number of groups, four loads of two numbers in flight",
                    {"reduce_double_strides", "reduce_double_strides", 8, true}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
