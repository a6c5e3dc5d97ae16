// Sum of uint32 modulo 2^32: additions commute there, so every variant must be exact.
#include <algorithm>
#include <numeric>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

struct Outcome {
  cl_uint sum = 0;
  std::string complaint;  // names a word that should not have been written; empty when there is none
};

// Adds up the range. A kernel that leaves its state ready for the next launch is launched `launches` times, and all
// results must agree.
using Reduce = Outcome (*)(Execution&, const Buffer& values, Range range, int launches);

struct Choice {
  const char* module;
  Reduce reduce;
};

// How many aligned uint4 overlap the range.
std::uint64_t uint4_blocks(Range range) {
  return divide_up(range.begin + range.size, 4) - range.begin / 4;
}

LocalMemory scratch_for(std::size_t group) {
  return {group * sizeof(cl_uint)};
}

// Reads the first word of a buffer, and checks that the others are still canaries.
Outcome read_result(Execution& run, const Buffer& result) {
  const std::vector<cl_uint> words = run.read<cl_uint>(result, 1 + k_margin);
  return {words[0], check_untouched(words, 0, 1)};
}

Outcome tree_uint4(Execution& run, const Buffer& values, Range range, int) {
  if (range.size == 0) return {};
  const std::size_t group = run.group_size("reduce_tree_uint4", 256);
  const std::uint64_t groups = divide_up(uint4_blocks(range), 2 * group);
  const Buffer partial = run.output<cl_uint>(groups + k_margin);
  run.launch("reduce_tree_uint4", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size}, partial,
             scratch_for(group));
  const std::vector<cl_uint> sums = run.read<cl_uint>(partial, groups + k_margin);
  return {std::accumulate(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(groups), cl_uint{0}),
          check_untouched(sums, 0, groups)};
}

Outcome tutorial_uint4(Execution& run, const Buffer& values, Range range, int) {
  if (range.size == 0) return {};
  const std::size_t group = run.group_size("reduce_tutorial_uint4", 256);
  const std::uint64_t groups = divide_up(uint4_blocks(range), 2 * group);
  const Buffer partial = run.output<cl_uint>(4 * groups + k_margin);
  run.launch("reduce_tutorial_uint4", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size},
             partial, LocalMemory{group * sizeof(cl_uint4)});
  const std::vector<cl_uint> sums = run.read<cl_uint>(partial, 4 * groups + k_margin);
  return {std::accumulate(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(4 * groups), cl_uint{0}),
          check_untouched(sums, 0, 4 * groups)};
}

Outcome serial(Execution& run, const Buffer& values, Range range, int) {
  if (range.size == 0) return {};
  const std::size_t group = std::min(run.group_size("reduce_serial", 512), run.group_size("reduce_serial_finish", 512));
  const std::uint64_t groups = divide_up(range.size, group);
  const Buffer partial = run.output<cl_uint>(groups + k_margin);
  const Buffer result = run.output<cl_uint>(1 + k_margin);
  run.launch("reduce_serial", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size}, partial,
             scratch_for(group));
  run.launch("reduce_serial_finish", range_1d(group, group), partial, cl_ulong{groups}, result, scratch_for(group));
  const std::string complaint = check_untouched(run.read<cl_uint>(partial, groups + k_margin), 0, groups);
  const Outcome outcome = read_result(run, result);
  return {outcome.sum, complaint.empty() ? outcome.complaint : complaint};
}

// Calls `launch` with a fresh result buffer each time.
template <class Launch>
Outcome launch_repeatedly(Execution& run, int launches, const Launch& launch) {
  Outcome outcome;
  for (int i = 0; i < launches; ++i) {
    const Buffer result = run.output<cl_uint>(1 + k_margin);
    launch(result);
    const Outcome next = read_result(run, result);
    if (i == 0) outcome = next;
    if (outcome.complaint.empty()) outcome.complaint = next.complaint;
    if (outcome.complaint.empty() && next.sum != outcome.sum) {
      outcome.complaint = "launch " + std::to_string(i + 1) + " on the same data got " + std::to_string(next.sum) +
                          ", the first got " + std::to_string(outcome.sum);
    }
  }
  return outcome;
}

Outcome atomic_last(Execution& run, const Buffer& values, Range range, int launches) {
  if (range.size == 0) return {};
  const std::size_t group = run.group_size("reduce_atomic_last", 256);
  const std::uint64_t groups = divide_up(uint4_blocks(range), 2 * group);
  const Buffer partial = run.filled<cl_uint>(groups, 0);
  const Buffer counter = run.filled<cl_uint>(1, 0);
  return launch_repeatedly(run, launches, [&](const Buffer& result) {
    run.launch("reduce_atomic_last", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size},
               partial, counter, result, scratch_for(group));
  });
}

Outcome strides(Execution& run, const Buffer& values, Range range, int launches) {
  if (range.size == 0) return {};
  const std::size_t group = run.group_size("reduce_fast", 256);
  const std::uint64_t most = std::uint64_t{8} * run.session().facts().compute_units;
  const std::uint64_t groups = std::min(divide_up(uint4_blocks(range), group), most);
  const Buffer state = run.filled<cl_uint>(2, 0);
  return launch_repeatedly(run, launches, [&](const Buffer& result) {
    run.launch("reduce_fast", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size}, state, result,
               scratch_for(group));
  });
}

// Uses one atomic operation a group, where the package has that kernel. An item takes four uint4 before there are more
// groups.
Outcome packed(Execution& run, const Buffer& values, Range range, int launches) {
  if (range.size == 0) return {};
  const Result<bool> has_packed = run.session().has_kernel("reduce_atomic", "reduce_packed");
  if (!has_packed) run.set_error(has_packed.error());
  if (!has_packed || !*has_packed) return strides(run, values, range, launches);
  const std::size_t group = run.group_size("reduce_packed", 1024);
  const std::uint64_t most = std::uint64_t{2048} / group * run.session().facts().compute_units;
  const std::uint64_t groups = std::clamp<std::uint64_t>(divide_up(uint4_blocks(range), group * 4), 1, most);
  const Buffer state = run.filled<cl_ulong>(1, 0);
  return launch_repeatedly(run, launches, [&](const Buffer& result) {
    run.launch("reduce_packed", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size}, state,
               result, scratch_for(group));
  });
}

// Each item of a CPU adds a part of the range, and the host their sums.
Outcome chunks(Execution& run, const Buffer& values, Range range) {
  if (range.size == 0) return {};
  constexpr std::uint64_t k_least = 8192;  // numbers that are worth an item
  const std::uint64_t most = run.session().facts().compute_units;
  const std::uint64_t chunk = round_up(divide_up(range.size, std::min(divide_up(range.size, k_least), most)), 16);
  const std::uint64_t items = divide_up(range.size, chunk);
  const Buffer partial = run.output<cl_uint>(items + k_margin);
  run.launch("reduce_chunks", range_1d(items, 1, range.begin), values, cl_ulong{range.size}, cl_ulong{chunk}, partial);
  const std::vector<cl_uint> sums = run.read<cl_uint>(partial, items + k_margin);
  return {std::accumulate(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(items), cl_uint{0}),
          check_untouched(sums, 0, items)};
}

// Launches the kernel that suits the device.
Outcome fast(Execution& run, const Buffer& values, Range range, int launches) {
  if (run.session().facts().kind == DeviceKind::k_cpu) return chunks(run, values, range);
  constexpr std::uint64_t k_most_packed = std::uint64_t{1} << 22;  // measured on an H200
  if (range.size <= k_most_packed) return packed(run, values, range, launches);
  return strides(run, values, range, launches);
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  // Elements on both sides of the range hold values too, which must not be counted.
  const auto values = random_integers<cl_uint>(problem.offset + problem.size + k_margin, problem.seed);
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(problem.offset);
  const cl_uint expected = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(problem.size), cl_uint{0});

  Execution run(session, choice.module);
  const Buffer input = run.input(values);
  const Outcome outcome = choice.reduce(run, input, {problem.offset, problem.size}, 2);
  return run.verdict(problem.size,
                     {outcome.complaint, outcome.sum == expected ? "" : wrong_element(0, outcome.sum, expected)});
}

// The sums of the groups of one launch, and what the last group made of them.
struct LastGroup {
  std::vector<cl_uint> partial;
  Outcome outcome;
};

LastGroup add_without_fence(Execution& run, const Buffer& values, Range range, std::size_t group) {
  if (range.size == 0) return {};
  const std::uint64_t groups = divide_up(range.size, group);
  const Buffer partial = run.filled<cl_uint>(groups, 0);
  const Buffer counter = run.filled<cl_uint>(1, 0);
  const Buffer result = run.output<cl_uint>(1 + k_margin);
  run.launch("reduce_tutorial_no_fence", range_1d(groups * group, group, range.begin), values, cl_ulong{range.size},
             partial, counter, result, scratch_for(group));
  return {run.read<cl_uint>(partial, groups), read_result(run, result)};
}

Outcome no_fence(Execution& run, const Buffer& values, Range range, int) {
  return add_without_fence(run, values, range, run.group_size("reduce_tutorial_no_fence", 512)).outcome;
}

// Adds ones, and says how many groups' sums the last group missed, which is nowhere defined; anything else is a
// complaint.
Outcome count_missed(Execution& run, Range range, std::size_t group, std::string& note) {
  const Buffer ones = run.input(std::vector<cl_uint>(range.begin + range.size + k_margin, 1));
  Outcome outcome = add_without_fence(run, ones, range, group).outcome;
  const std::uint64_t missed = range.size - outcome.sum, rest = range.size % group;
  const bool misses_last = missed % group == rest && rest != 0;
  if (outcome.sum > range.size || (missed % group != 0 && !misses_last))
    outcome.complaint = "a sum that is not one of whole groups: " + wrong_element(0, outcome.sum, range.size);
  note = "the last group missed sums of others (of ones: " + std::to_string(divide_up(missed, group)) + " of " +
         std::to_string(divide_up(range.size, group)) + "): the fence must not be left out";
  return outcome;
}

// The groups' sums must be exact. The last group's must be as well, or lack sums of whole groups.
Result<Verdict> verify_no_fence(Session& session, const Problem& problem, Choice choice) {
  const Range range{problem.offset, problem.size};
  const auto values = random_integers<cl_uint>(range.begin + range.size + k_margin, problem.seed);
  Execution run(session, choice.module);
  const std::size_t group = run.group_size("reduce_tutorial_no_fence", 512);
  const LastGroup last = add_without_fence(run, run.input(values), range, group);
  std::vector<cl_uint> expected(divide_up(range.size, group));
  for (std::uint64_t i = 0; i < range.size; ++i) expected[i / group] += values[range.begin + i];
  const std::string wrong = check_equal(last.partial, expected);
  std::string note = "the last group saw all sums";
  Outcome outcome = last.outcome;
  const cl_uint total = std::accumulate(expected.begin(), expected.end(), cl_uint{0});
  if (run.ok() && wrong.empty() && outcome.complaint.empty() && outcome.sum != total)
    outcome = count_missed(run, range, group, note);
  return run.verdict(problem.size, {wrong, outcome.complaint}, note);
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  Execution run(session, choice.module);
  const auto numbers = bench_integers<cl_uint>(problem.offset + problem.size, problem.seed);
  const Buffer values = run.input_repeated(numbers);
  const Work work{.bytes = static_cast<double>(problem.size) * sizeof(cl_uint), .counts = "4 B read a number"};
  return run.measure(
      problem.size, work, [&] { choice.reduce(run, values, {problem.offset, problem.size}, 1); },
      [&] { return part_on_cpu(problem.size, k_most_on_cpu, [&](std::uint64_t i) { return numbers[i]; }); });
}

}  // namespace

Algorithm make_reduce() {
  Algorithm algorithm{.name = "reduce", .description = "sum of uint32, modulo 2^32", .element = "numbers"};
  algorithm.cpu_sizes = {0, 1, 1009, 4096, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 4096, (1 << 20) + 3, (1 << 26) + 3};
  algorithm.gpu_bench_size = std::uint64_t{1} << 28;
  add_variants(
      algorithm.variants, verify, bench,
      {
          {"tree_uint4",
           "two uint4 per item, a tree in local memory, the host adds the partial sums",
           {"reduce", tree_uint4}},
          {"tutorial_uint4", "the same with uint4 in local memory", {"reduce_tutorial", tutorial_uint4}},
          {"serial", "one item adds for each group of 512, then a second pass", {"reduce", serial}},
          {"atomic_last",
           "the tree, finished by the last group through an atomic counter",
           {"reduce_atomic", atomic_last}},
          {"fast", "packed, in strides or in chunks, as it suits the device and the size", {"reduce_atomic", fast}},
          {"packed", "strides, one atomic operation a group", {"reduce_atomic", packed}},
          {"strides", "a single launch that strides over the range", {"reduce_atomic", strides}},
      });
  add_variants(algorithm.variants, verify_no_fence, bench,
               {{"tutorial_no_fence",
                 "one item adds for each group of 512, and the last group adds those without a fence, which is wrong",
                 Choice{"reduce_atomic", no_fence}}});
  return algorithm;
}

}  // namespace clc::algorithms
