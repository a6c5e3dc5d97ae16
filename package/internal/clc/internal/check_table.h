// The table beside kernels with checks (clc compile --sanitize), and the buffer in which they report: the runtime and
// the layer fill and read it, the worker's library of checks (tools/worker/sanitize/checks.cl) uses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

enum class Check { k_bounds, k_uninitialised, k_race, k_barrier, k_arithmetic };
inline const std::vector<const char*> k_check_names = {"bounds", "uninitialised", "race", "barrier", "arithmetic"};

// A place in the source at which one thing is checked. A kernel reports it once, in the slot of its index.
struct CheckedPlace {
  Check check = Check::k_bounds;
  std::string what;  // "load", "store", "atomic", "division", …: words of the message
  std::string file;
  std::uint64_t line = 0, column = 0;
  std::uint64_t bytes = 0;  // of an access
  std::string space;        // "global", "local", "private", "constant", "image"; empty where there is no memory
  std::string object;       // the argument or variable that is accessed; empty: not known
  bool operator==(const CheckedPlace& other) const = default;
};

struct CheckedKernel {
  std::string name;
  std::uint64_t argument = 0;  // index of the hidden argument, which takes the buffer
  std::vector<CheckedPlace> places;
  std::vector<std::uint64_t> pointers;  // arguments that point to memory of the application, by region
  std::vector<std::uint64_t> written;   // regions that the kernel writes; races need a write
  std::uint64_t local_bytes = 0;        // of the kernel's own variables in local memory
  std::uint64_t local_shift = 0;        // binary logarithm of the bytes that share a word of the shadow
  std::uint64_t global_shift = 0;
  bool tracks_local = false, tracks_global = false;  // shadows that the checks need
  bool counts_atomics = false, counts_barriers = false;
  bool counts_sub_groups = false;        // a race on local memory is one of sub-groups
  bool counts_sub_group_calls = false;   // of functions that all items of a sub-group must reach
  bool has_meetings = false;             // items meet in memory before barriers, which are told so
  std::vector<std::string> not_checked;  // "an access of unknown memory in line 12"
  bool operator==(const CheckedKernel& other) const = default;
};

using CheckTable = std::vector<CheckedKernel>;

// Converts a table to the JSON of the object `extra` of a manifest's variant, and back. A variant without the key
// "sanitize" has an empty table.
std::string encode_check_table(const CheckTable& table);
Result<CheckTable> decode_check_table(std::string_view variant_extra);

// The buffer in 32-bit words: header, regions, slots, then what the kernel needs of shadows and counts.
enum CheckWord : std::uint32_t {
  k_check_regions,       // number of regions
  k_check_regions_at,    // index of the first region
  k_check_slots_at,      // index of the first slot
  k_check_stops,         // 1: an item ends at its first fault
  k_check_local_at,      // index of local memory's shadow
  k_check_local_groups,  // number of groups that have one
  k_check_local_bytes,   // bytes of local memory of a group
  k_check_local_shift,
  k_check_global_at,      // index of global memory's shadow
  k_check_global_words,   // of one of its planes
  k_check_atomics_at,     // index of the atomic operations of each group; 0: not counted
  k_check_barriers_at,    // index of the arrivals of each item; 0: not counted
  k_check_groups,         // number of groups with counts
  k_check_sub_groups_at,  // index of the arrivals of each sub-group; 0: not counted
  k_check_items,          // of a group, at most
  k_check_zero,           // always 0, which compilers do not know
  k_check_meetings_at,    // index of where the items of each group meet; 0: nowhere
  // Three words each, which the first item of the first group writes: by them ids are told from the numbers of a slot.
  k_check_group_size,
  k_check_global_size = k_check_group_size + 3,
  k_check_offset = k_check_global_size + 3,
  k_check_header_words = k_check_offset + 3
};

// Words of a region: its base, its size in bytes, its first word in the shadow, each of 64 bits, low word first.
inline constexpr std::uint32_t k_region_words = 6;
// Words of a slot: count, other place + 1, the group (64 bits) and the item in it, three unused ones, two values of 64
// bits, other item or group.
// The second value of a race says who the other was: 0 a writer, 1 a reader, 2 several readers; from 3 on they are
// items of the same group, not other groups; 6 is an asynchronous copy.
inline constexpr std::uint32_t k_slot_words = 16;
// Words that a shadow has of each granule, in as many planes: last writer, last reader, place of the writer, what it
// wrote, place of the reader; of global memory also the groups of writer and reader.
inline constexpr std::uint32_t k_local_shadow_words = 5, k_global_shadow_words = 7;
inline constexpr std::uint32_t k_race_of_items = 3, k_race_of_copy = 6;
// The word about who else, of a barrier: items that may still come.
inline constexpr std::uint32_t k_late_items = 1;
inline constexpr std::uint32_t k_barrier_words = 2;  // of an item, and of a sub-group
inline constexpr std::uint32_t k_vote_words = 2;     // of a group, before those of its items
// Words of a meeting, of which a group has one, and each of its sub-groups of so many items one behind it. The first
// two are a number of 64 bits: words before it are even.
inline constexpr std::uint32_t k_meeting_words = 6, k_meeting_sub_group = 32;
inline constexpr std::uint64_t k_no_shadow = ~std::uint64_t{0};
inline constexpr std::size_t k_most_checked_places = 65000;

}  // namespace clc
