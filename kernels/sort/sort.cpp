// Radix sort of uint32 and uint64 in place, alone or with a uint32 each, up or down, stable.
#include <algorithm>
#include <numeric>
#include <utility>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

// Keys and values, or keys alone, and where the range begins in them.
struct Pairs {
  Buffer keys;
  Buffer values;
  std::uint64_t begin = 0;
};

// A sort of keys of type Key, with all that it needs.
template <class Key>
struct Sorting {
  Execution& run;
  Pairs& data;
  std::uint64_t size;
  Key flip;  // 0, or all ones: then the keys are sorted down
  bool has_values;

  std::string key_name(const std::string& stem) const { return stem + (sizeof(Key) == 8 ? "_ulong" : "_uint"); }
  std::string name(const std::string& stem) const { return key_name(stem + (has_values ? "_pairs" : "")); }

  // Launches a kernel that moves keys from one place to another, and the values with them.
  template <class... A>
  void move(const std::string& stem, const NDRange& range, const Pairs& from, const Pairs& to, const A&... more) const {
    if (has_values) {
      run.launch(name(stem), range, from.keys, cl_ulong{from.begin}, to.keys, cl_ulong{to.begin}, more..., from.values,
                 to.values);
    } else {
      run.launch(name(stem), range, from.keys, cl_ulong{from.begin}, to.keys, cl_ulong{to.begin}, more...);
    }
  }

  // Buffers as large as the range.
  Pairs scratch() const {
    Pairs result;
    result.keys = run.output<Key>(size);
    if (has_values) result.values = run.output<cl_uint>(size);
    return result;
  }

  // Calls pass(from, to, shift) for each digit of `bits` bits: what one pass moved is where the next one begins. The
  // number of passes is even, so that all ends where it began.
  template <class Pass>
  void each_digit(cl_uint bits, const Pass& pass) const {
    Pairs other = scratch();
    Pairs* from = &data;
    Pairs* to = &other;
    for (cl_uint shift = 0; shift < 8 * sizeof(Key); shift += bits) {
      pass(*from, *to, shift);
      std::swap(from, to);
    }
  }
};

// Replaces each of the counts by the sum of all before it.
void add_up(Execution& run, const Buffer& counts, std::uint64_t count) {
  constexpr std::uint64_t k_items = 256, k_tile = k_items * 8;
  if (count <= k_tile) {
    const Buffer total = run.output<cl_ulong>(1);
    run.launch("sort_scan", range_1d(k_items, k_items), counts, cl_ulong{count}, total);
    return;
  }
  const std::uint64_t tiles = divide_up(count, k_tile);
  const Buffer sums = run.output<cl_ulong>(tiles);
  run.launch("sort_scan", range_1d(tiles * k_items, k_items), counts, cl_ulong{count}, sums);
  add_up(run, sums, tiles);
  run.launch("sort_scan_add", range_1d(tiles * k_items, k_items), counts, cl_ulong{count}, sums);
}

// Each item of a few takes a part of the range.
template <class Key>
void sort_chunks(const Sorting<Key>& sorting) {
  constexpr std::uint64_t k_digits = 256, k_least = 1024;  // keys that are worth an item
  constexpr cl_uint k_bits = 8;
  Execution& run = sorting.run;
  const std::uint64_t size = sorting.size;
  const std::uint64_t items = std::min<std::uint64_t>(divide_up(size, k_least), run.session().facts().compute_units);
  const Buffer counts = run.output<cl_ulong>(k_digits * items);
  sorting.each_digit(k_bits, [&](const Pairs& from, const Pairs& to, cl_uint shift) {
    run.launch(sorting.key_name("sort_chunks_count"), range_1d(items, 1), from.keys, cl_ulong{from.begin},
               cl_ulong{size}, shift, sorting.flip, counts);
    run.launch("sort_scan_serial", range_1d(1, 1), counts, cl_ulong{k_digits * items});
    sorting.move("sort_chunks_move", range_1d(items, 1), from, to, cl_ulong{size}, shift, sorting.flip, counts);
  });
}

template <class Key>
void sort_tiles(const Sorting<Key>& sorting) {
  constexpr std::uint64_t k_digits = 16, k_items = 256, k_tile = k_items * 8;
  constexpr cl_uint k_bits = 4;
  Execution& run = sorting.run;
  const std::uint64_t tiles = divide_up(sorting.size, k_tile);
  const NDRange range = range_1d(tiles * k_items, k_items);
  const Buffer counts = run.output<cl_ulong>(k_digits * tiles);
  sorting.each_digit(k_bits, [&](const Pairs& from, const Pairs& to, cl_uint shift) {
    run.launch(sorting.key_name("sort_tiles_count"), range, from.keys, cl_ulong{from.begin}, cl_ulong{sorting.size},
               shift, sorting.flip, counts);
    add_up(run, counts, k_digits * tiles);
    sorting.move("sort_tiles_move", range, from, to, cl_ulong{sorting.size}, shift, sorting.flip, counts);
  });
}

// One launch for few keys: `groups` groups have 2^bits - 1 of them each.
template <class Key>
void sort_ranks(const Sorting<Key>& sorting) {
  constexpr std::uint64_t k_items = 256;
  constexpr cl_uint k_fewest_bits = 5, k_most_bits = 8;
  Execution& run = sorting.run;
  const Pairs& data = sorting.data;
  const auto groups_for = [&](cl_uint bits) { return divide_up(sorting.size, (std::uint64_t{1} << bits) - 1); };
  // About a group for each compute unit: fewer would leave some idle, and more look up all keys more often.
  const std::uint64_t most_groups = run.session().facts().compute_units * std::uint64_t{5} / 4;
  cl_uint bits = k_fewest_bits;
  while (bits < k_most_bits && groups_for(bits) > most_groups) ++bits;
  const NDRange range = range_1d(groups_for(bits) * k_items, k_items);
  const auto size = static_cast<cl_uint>(sorting.size);
  const Pairs copy = sorting.scratch();
  const Buffer counter = run.filled<cl_uint>(1, 0);
  if (sorting.has_values) {
    run.launch(sorting.name("sort_ranks"), range, data.keys, cl_ulong{data.begin}, size, sorting.flip, bits, copy.keys,
               counter, data.values, copy.values);
  } else {
    run.launch(sorting.name("sort_ranks"), range, data.keys, cl_ulong{data.begin}, size, sorting.flip, bits, copy.keys,
               counter);
  }
}

constexpr std::uint64_t k_ranks_most = 1 << 15;                  // keys; more are sorted faster in one sweep a digit
constexpr std::uint64_t k_sweep_limit = std::uint64_t{1} << 30;  // keys: the kernels count in 30 bits

template <class Key>
void sort_one_sweep(const Sorting<Key>& sorting) {
  constexpr std::uint64_t k_digits = 256, k_items = 256;
  constexpr std::uint64_t k_small_tile = k_items * (64 / sizeof(Key)), k_large_tile = 2 * k_small_tile;
  constexpr cl_uint k_bits = 8, k_passes = sizeof(Key);
  Execution& run = sorting.run;
  const auto size = static_cast<cl_uint>(sorting.size);
  const bool is_small = divide_up(sorting.size, k_large_tile) < run.session().facts().compute_units / 2;
  const std::uint64_t tiles = divide_up(sorting.size, is_small ? k_small_tile : k_large_tile);
  const NDRange range = range_1d(tiles * k_items, k_items);
  const std::uint64_t most_groups = std::uint64_t{8} * run.session().facts().compute_units;

  // One buffer that is cleared once: the counts of all passes, their tickets, and the states of their tiles.
  const std::uint64_t words = k_passes * (k_digits + 1 + tiles * k_digits);
  const Buffer memory = run.output<cl_uint>(words);
  run.launch("sort_one_sweep_clear", range_1d(most_groups * k_items, k_items), memory, cl_ulong{words});
  run.launch(sorting.key_name("sort_one_sweep_count"), range_1d(std::min(tiles, most_groups) * k_items, k_items),
             sorting.data.keys, cl_ulong{sorting.data.begin}, size, sorting.flip, memory);
  sorting.each_digit(k_bits, [&](const Pairs& from, const Pairs& to, cl_uint shift) {
    sorting.move(is_small ? "sort_one_sweep_move_small" : "sort_one_sweep_move", range, from, to, size, sorting.flip,
                 memory, shift / k_bits, cl_ulong{tiles});
  });
}

// Launches the sort that suits the device, among those that the package has for it.
template <class Key>
void sort_fast(const Sorting<Key>& sorting) {
  Session& session = sorting.run.session();
  if (session.facts().kind == DeviceKind::k_cpu) return sort_chunks(sorting);
  const Result<bool> has_sweep = session.has_kernel("sort", "sort_one_sweep_clear");
  if (!has_sweep) return sorting.run.set_error(has_sweep.error());
  if (!*has_sweep || sorting.size >= k_sweep_limit) return sort_tiles(sorting);
  return sorting.size <= k_ranks_most ? sort_ranks(sorting) : sort_one_sweep(sorting);
}

template <class Key>
struct Choice {
  void (*sort)(const Sorting<Key>&);
  bool has_values;
};

template <class Key>
constexpr Key k_up = 0;
template <class Key>
constexpr Key k_down = ~Key{0};

// The range of `keys` sorted.
template <class Key>
void sort_on_cpu(std::vector<Key>& keys, Range range, Key flip) {
  const auto first = keys.begin() + static_cast<std::ptrdiff_t>(range.begin);
  std::sort(first, first + static_cast<std::ptrdiff_t>(range.size),
            [flip](Key a, Key b) { return (a ^ flip) < (b ^ flip); });
}

// Does the same, and moves the entries of `values` with the keys.
template <class Key>
void sort_on_cpu(std::vector<Key>& keys, std::vector<cl_uint>& values, Range range, Key flip) {
  std::vector<std::uint64_t> order(range.size);
  std::iota(order.begin(), order.end(), range.begin);
  std::ranges::stable_sort(order,
                           [&](std::uint64_t a, std::uint64_t b) { return (keys[a] ^ flip) < (keys[b] ^ flip); });
  const std::vector<Key> old_keys = keys;
  const std::vector<cl_uint> old_values = values;
  for (std::uint64_t i = 0; i < range.size; ++i) {
    keys[range.begin + i] = old_keys[order[i]];
    values[range.begin + i] = old_values[order[i]];
  }
}

// Sorts the range within `keys` and compares everything, what is around it included. The values number the keys, so
// that the order of equal keys shows.
template <class Key>
std::string check_sort(Execution& run, std::vector<Key> keys, Range range, Key flip, Choice<Key> choice) {
  std::vector<cl_uint> values(keys.size());
  std::iota(values.begin(), values.end(), cl_uint{0});
  Pairs data{run.input(keys), run.input(values), range.begin};
  if (range.size != 0) choice.sort(Sorting<Key>{run, data, range.size, flip, choice.has_values});
  choice.has_values ? sort_on_cpu(keys, values, range, flip) : sort_on_cpu(keys, range, flip);
  const std::string complaint = check_equal(run.read<Key>(data.keys, keys.size()), keys);
  if (!complaint.empty() || !choice.has_values) return complaint;
  const std::string of_values = check_equal(run.read<cl_uint>(data.values, values.size()), values);
  return of_values.empty() ? "" : "values: " + of_values;
}

// Keys with random bits in all places.
template <class Key>
std::vector<Key> random_keys(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Key> keys(count);
  for (Key& key : keys) key = static_cast<Key>(random.next());
  return keys;
}

template <class Key>
Result<Verdict> verify(Session& session, const Problem& problem, Choice<Key> choice) {
  const Range range{problem.offset, problem.size};
  const auto random = random_keys<Key>(range.begin + range.size + k_margin, problem.seed);
  // Few different keys, among them the largest possible one, which the kernels also use as padding behind the end.
  std::vector<Key> duplicates = random;
  for (Key& key : duplicates) key = key % 4 == 3 ? ~Key{0} : key % 4;
  std::vector<Key> reversed = random;
  std::ranges::sort(reversed, std::greater<>());

  Execution run(session, "sort");
  const std::string random_up = check_sort(run, random, range, k_up<Key>, choice);
  const std::string random_down = check_sort(run, random, range, k_down<Key>, choice);
  const std::string duplicates_up = check_sort(run, duplicates, range, k_up<Key>, choice);
  const std::string duplicates_down = check_sort(run, duplicates, range, k_down<Key>, choice);
  const std::string reversed_up = check_sort(run, reversed, range, k_up<Key>, choice);
  return run.verdict(problem.size, {random_up, random_down, duplicates_up, duplicates_down, reversed_up});
}

template <class Key>
Result<Measurement> bench(Session& session, const Problem& problem, Choice<Key> choice) {
  const Range range{problem.offset, problem.size};
  const auto keys = random_keys<Key>(range.begin + range.size, problem.seed);
  const std::vector<cl_uint> values(choice.has_values ? keys.size() : 0);
  Execution run(session, "sort");
  const auto count = static_cast<double>(range.size);
  const std::size_t element = sizeof(Key) + (choice.has_values ? sizeof(cl_uint) : 0);
  const std::string bytes = std::to_string(element) + " B";
  const Work work{.bytes = 2.0 * static_cast<double>(element) * count,
                  .keys = count,
                  .counts = bytes + " read and " + bytes + " written a key, once, whatever the passes"};
  return run.measure(
      range.size, work,
      [&] {
        Pairs data{run.input(keys), choice.has_values ? run.input(values) : Buffer(), range.begin};
        choice.sort(Sorting<Key>{run, data, range.size, k_up<Key>, choice.has_values});
      },
      [&] {
        const std::uint64_t part = std::min(range.size, k_most_on_cpu);
        std::vector<Key> copy(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(part));
        std::ranges::sort(copy);
        keep(copy[0]);
        return static_cast<double>(part) / static_cast<double>(range.size);
      });
}

template <class Key>
void add_sorts(Algorithm& algorithm, bool has_values) {
  const std::string suffix = std::string(sizeof(Key) == 8 ? "_ulong" : "_uint") + (has_values ? "_pairs" : "");
  const std::string what = std::string(sizeof(Key) == 8 ? "uint64" : "uint32") + (has_values ? " with values" : "");
  add_variants(
      algorithm.variants, verify<Key>, bench<Key>,
      {
          {"fast" + suffix, what + ": by ranks, in one sweep a digit, in tiles or in chunks, as it suits the device",
           Choice<Key>{sort_fast<Key>, has_values}},
          {"tiles" + suffix, what + ": digits of four bits, tiles sorted in local memory",
           Choice<Key>{sort_tiles<Key>, has_values}},
          {"chunks" + suffix, what + ": digits of eight bits, a part of the range for each item",
           Choice<Key>{sort_chunks<Key>, has_values}},
      });
  for (AlgorithmVariant& variant : algorithm.variants) {
    if (variant.name.ends_with(suffix)) variant.task = "sort" + suffix;
  }
}

}  // namespace

Algorithm make_sort() {
  Algorithm algorithm{.name = "sort", .description = "stable radix sort, up or down, in place", .element = "keys"};
  algorithm.cpu_sizes = {0, 1, 1009, (1 << 18) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 1 << 15, (1 << 18) + 3, (1 << 22) + 3};
  algorithm.cpu_bench_size = std::uint64_t{1} << 20;
  algorithm.gpu_bench_size = std::uint64_t{1} << 24;
  add_sorts<cl_uint>(algorithm, false);
  add_sorts<cl_uint>(algorithm, true);
  add_sorts<cl_ulong>(algorithm, false);
  add_sorts<cl_ulong>(algorithm, true);
  return algorithm;
}

}  // namespace clc::algorithms
