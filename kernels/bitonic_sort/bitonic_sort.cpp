// Bitonic sort of uint32 in place, up or down.
#include <algorithm>
#include <bit>
#include <functional>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

constexpr cl_uint k_up = 0;
constexpr cl_uint k_down = 0xffffffff;  // flips all bits, so that sorting up sorts the keys down

constexpr std::uint64_t k_most_items = 256;  // of a group that sorts a tile
constexpr cl_uint k_last_fused = 32;         // later passes compare keys that are too far apart for indexes of 32 bits

using Sort = void (*)(Execution&, const Buffer& keys, Range range, cl_uint flip);

struct Choice {
  const char* module;
  Sort sort;
};

// How many stages it takes until blocks of 2^stages keys cover the range.
cl_uint stages_for(std::uint64_t size) {
  return size < 2 ? 0 : static_cast<cl_uint>(std::bit_width(size - 1));
}

// How many items have something to do in passes `pass` to `pass` - fused + 1: one for every 2^fused keys of a block of
// 2^pass keys, up to the last item whose first key is in the range.
std::uint64_t items_for(std::uint64_t size, cl_uint pass, cl_uint fused) {
  const std::uint64_t block = std::uint64_t{1} << pass;
  const std::uint64_t per_block = block >> fused;
  return size / block * per_block + std::min(size % block, per_block);
}

void sort_per_pass(Execution& run, const Buffer& keys, Range range, cl_uint flip) {
  const cl_uint stages = stages_for(range.size);
  for (cl_uint stage = 1; stage <= stages; ++stage) {
    for (cl_uint pass = stage; pass > 0; --pass) {
      run.launch_1d("bitonic_sort_pass", items_for(range.size, pass, 1), range.begin, keys, cl_ulong{range.size}, stage,
                    pass, flip);
    }
  }
}

// How many items sort a tile, of which each takes so much local memory: those that the kernels are made for, or the
// most that there is room for; 0 where there is room for none.
std::size_t tile_group(Execution& run, std::size_t item_bytes) {
  const Result<Kernel> kernel = run.session().kernel("bitonic_sort", "bitonic_sort_tiles");
  if (!kernel) {
    run.set_error(kernel.error());
    return 0;
  }
  const std::size_t room = run.session().facts().local_memory / item_bytes;
  const std::size_t required = kernel->interface().required_work_group_size[0];
  if (required != 0) return required <= room ? required : 0;
  const std::size_t wanted = std::min<std::size_t>(k_most_items, room);
  return std::min(run.group_size("bitonic_sort_tiles", wanted), run.group_size("bitonic_sort_merge_tiles", wanted));
}

void sort_fused(Execution& run, const Buffer& keys, Range range, cl_uint flip) {
  const cl_uint stages = stages_for(range.size);
  if (stages == 0) return;
  const Result<bool> has_five = run.session().has_kernel("bitonic_sort", "bitonic_sort_passes_5");
  if (!has_five) return run.set_error(has_five.error());
  const cl_uint item_stages = *has_five ? 5 : 3;  // an item has 2^item_stages keys of a tile
  const cl_uint most_passes = *has_five ? 5 : 4;  // of a launch that has its keys in registers
  const std::size_t item_bytes = ((std::size_t{1} << item_stages) + 1) * sizeof(cl_uint);  // a word is left out
  const std::size_t group = tile_group(run, item_bytes);
  if (group == 0) return sort_per_pass(run, keys, range, flip);
  const auto tile_stages = static_cast<cl_uint>(std::bit_width(group << item_stages) - 1);
  const LocalMemory tile{group * item_bytes};
  const NDRange tiles = range_1d(divide_up(range.size, std::uint64_t{1} << tile_stages) * group, group, range.begin);

  run.launch("bitonic_sort_tiles", tiles, keys, cl_ulong{range.size}, tile_stages, flip, tile);
  for (cl_uint stage = tile_stages + 1; stage <= stages; ++stage) {
    for (cl_uint pass = stage; pass > tile_stages;) {
      const cl_uint fused = pass > k_last_fused ? 1 : std::min(pass - tile_stages, most_passes);
      const std::string kernel =
          pass > k_last_fused ? "bitonic_sort_pass" : "bitonic_sort_passes_" + std::to_string(fused);
      run.launch_1d(kernel, items_for(range.size, pass, fused), range.begin, keys, cl_ulong{range.size}, stage, pass,
                    flip);
      pass -= fused;
    }
    run.launch("bitonic_sort_merge_tiles", tiles, keys, cl_ulong{range.size}, tile_stages, stage, flip, tile);
  }
}

// Directions alternate, which takes a power of two of keys: a copy of the range is filled up and sorted.
void sort_alternating(Execution& run, const Buffer& keys, Range range, cl_uint flip) {
  const cl_uint stages = stages_for(range.size);
  if (stages == 0) return;
  const std::uint64_t count = std::uint64_t{1} << stages;
  const cl_uint last = flip == k_up ? 0xffffffff : 0;
  const Buffer padded = run.output<cl_uint>(count);
  run.launch_1d("bitonic_sort_tutorial_pad", count, range.begin, keys, padded, cl_ulong{range.size}, cl_ulong{count},
                last);
  for (cl_uint stage = 0; stage < stages; ++stage) {
    for (cl_uint pass = 0; pass <= stage; ++pass) {
      run.launch_1d("bitonic_sort_tutorial_pass", count / 2, 0, padded, cl_ulong{count / 2}, stage, pass,
                    cl_uint{flip == k_up ? 1U : 0U});
    }
  }
  run.launch_1d("bitonic_sort_tutorial_unpad", range.size, range.begin, padded, keys, cl_ulong{range.size});
}

// Sorts the range within `keys` and compares everything, the keys around it included.
std::string check_sort(Execution& run, std::vector<cl_uint> keys, Range range, cl_uint flip, Sort sort) {
  const Buffer buffer = run.input(keys);
  sort(run, buffer, range, flip);
  const auto begin = keys.begin() + static_cast<std::ptrdiff_t>(range.begin);
  const auto end = begin + static_cast<std::ptrdiff_t>(range.size);
  if (flip == k_up) {
    std::sort(begin, end);
  } else {
    std::sort(begin, end, std::greater<>());
  }
  return check_equal(run.read<cl_uint>(buffer, keys.size()), keys);
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  const Range range{problem.offset, problem.size};
  const auto random = random_integers<cl_uint>(range.begin + range.size + k_margin, problem.seed);
  // Few different keys, among them the largest possible one, which the kernels also use as padding behind the end.
  std::vector<cl_uint> duplicates = random;
  for (cl_uint& key : duplicates) key = key % 4 == 3 ? 0xffffffff : key % 4;
  std::vector<cl_uint> sorted = random;
  std::ranges::sort(sorted);
  const std::vector<cl_uint> reversed(sorted.rbegin(), sorted.rend());

  Execution run(session, choice.module);
  const Sort sort = choice.sort;
  const std::string random_up = check_sort(run, random, range, k_up, sort);
  const std::string random_down = check_sort(run, random, range, k_down, sort);
  const std::string duplicates_up = check_sort(run, duplicates, range, k_up, sort);
  const std::string duplicates_down = check_sort(run, duplicates, range, k_down, sort);
  const std::string sorted_up = check_sort(run, sorted, range, k_up, sort);
  const std::string reversed_up = check_sort(run, reversed, range, k_up, sort);
  return run.verdict(problem.size, {random_up, random_down, duplicates_up, duplicates_down, sorted_up, reversed_up});
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const Range range{problem.offset, problem.size};
  const auto keys = random_integers<cl_uint>(range.begin + range.size, problem.seed);
  Execution run(session, choice.module);
  const auto count = static_cast<double>(range.size);
  const Work work{.bytes = 2.0 * sizeof(cl_uint) * count,
                  .keys = count,
                  .counts = "4 B read and 4 B written a key, once, whatever the passes"};
  return run.measure(
      range.size, work,
      [&] {
        const Buffer buffer = run.input(keys);
        choice.sort(run, buffer, range, k_up);
      },
      [&] {
        const std::uint64_t part = std::min(range.size, k_most_on_cpu);
        std::vector<cl_uint> copy(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(part));
        std::ranges::sort(copy);
        keep(copy[0]);
        return static_cast<double>(part) / static_cast<double>(range.size);
      });
}

}  // namespace

Algorithm make_bitonic_sort() {
  Algorithm algorithm{.name = "bitonic_sort", .description = "sort of uint32, up or down, in place", .element = "keys"};
  algorithm.gpu_sizes = plain_sizes((1 << 24) + 3);
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  algorithm.gpu_bench_size = std::uint64_t{1} << 24;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"per_pass", "one launch per pass", {"bitonic_sort", sort_per_pass}},
                   {"fused", "passes fused in local memory and in registers", {"bitonic_sort", sort_fused}},
                   {"tutorial_alternating",
                    "one launch per pass, the direction alternates from block to block",
                    {"bitonic_sort_tutorial", sort_alternating}},
               });
  return algorithm;
}

}  // namespace clc::algorithms
