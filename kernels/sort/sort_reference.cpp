// The results that sort.test.json expects, and the places of keys that its kernels which move them get.
#include <algorithm>
#include <numeric>
#include <utility>

// Passes by digits of `digits` values, over tiles of 2048 keys or, where `tile` is 0, equal shares of all.
template <class Key, unsigned digits, std::size_t tile>
struct Pass {
  static void counts(const Key* source, std::size_t begin, std::size_t size, unsigned shift, Key flip,
                     std::uint64_t* counts) {
    const std::size_t all = parts();
    std::fill_n(counts, digits * all, 0);
    for (std::size_t part = 0; part < all; ++part)
      for (std::size_t i = first(size, part); i < first(size, part + 1); ++i)
        ++counts[digit(source[begin + i], shift, flip) * all + part];
  }

  static void places(const Key* source, std::size_t begin, Key*, std::size_t, std::size_t size, unsigned shift,
                     Key flip, std::uint64_t* places) {
    counts(source, begin, size, shift, flip, places);
    std::exclusive_scan(places, places + digits * parts(), places, std::uint64_t{0});
  }
  static void places_of_pairs(const Key* source, std::size_t begin, Key* target, std::size_t target_begin,
                              std::size_t size, unsigned shift, Key flip, std::uint64_t* to, const unsigned*,
                              const unsigned*) {
    places(source, begin, target, target_begin, size, shift, flip, to);
  }

  static void keys(const Key* source, std::size_t begin, Key* target, std::size_t target_begin, std::size_t size,
                   unsigned shift, Key flip, const std::uint64_t*) {
    pairs(source, begin, target, target_begin, size, shift, flip, nullptr, nullptr, nullptr);
  }
  static void pairs(const Key* source, std::size_t begin, Key* target, std::size_t target_begin, std::size_t size,
                    unsigned shift, Key flip, const std::uint64_t*, const unsigned* values, unsigned* target_values) {
    std::size_t at = target_begin;
    for (unsigned wanted = 0; wanted < digits; ++wanted) {
      for (std::size_t i = begin; i < begin + size; ++i) {
        if (digit(source[i], shift, flip) != wanted) continue;
        if (values != nullptr) target_values[at] = values[i];
        target[at++] = source[i];
      }
    }
  }

 private:
  static std::size_t parts() { return tile == 0 ? global_size[0] : global_size[0] / 256; }
  // The first key of a part.
  static std::size_t first(std::size_t size, std::size_t part) {
    const std::size_t share = size / parts() * part + std::min(size % parts(), part);
    return tile == 0 ? share : std::min(part * tile, size);
  }
  static std::size_t digit(Key key, unsigned shift, Key flip) {
    return static_cast<std::size_t>((key ^ flip) >> shift) % digits;
  }
};
using chunks_uint = Pass<std::uint32_t, 256, 0>;
using chunks_ulong = Pass<std::uint64_t, 256, 0>;
using tiles_uint = Pass<std::uint32_t, 16, 2048>;
using tiles_ulong = Pass<std::uint64_t, 16, 2048>;

// Sums of what stands before, in tiles of 2048 entries.
void scan(std::uint64_t* entries, std::size_t count, std::uint64_t* sums) {
  for (std::size_t i = 0; i < count; ++i) sums[i / 2048] += std::exchange(entries[i], sums[i / 2048]);
}
void scan_serial(std::uint64_t* entries, std::size_t count) {
  std::exclusive_scan(entries, entries + count, entries, std::uint64_t{0});
}
void scan_add(std::uint64_t* entries, std::size_t count, const std::uint64_t* before) {
  for (std::size_t i = 0; i < count; ++i) entries[i] += before[i / 2048];
}
