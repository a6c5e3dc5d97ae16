// The table beside the instrumented kernels of a profile package: it has the instruction of each number in a trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The most bytes that one recorded instruction of a work-item accesses; larger copies are not recorded.
inline constexpr std::uint64_t k_most_traced_bytes = 1 << 16;

struct TracedInstruction {
  std::string file;
  std::uint64_t line = 0, column = 0;
  std::string kind;   // "load", "store", "atomic", "branch"
  std::string space;  // "global", "constant", "local", "generic"; empty for a branch
  std::uint64_t bytes = 0;
  std::uint64_t alignment = 1;  // alignment that the compiler knows

  bool operator==(const TracedInstruction& other) const = default;
};

struct TracedKernel {
  std::string name;
  std::uint64_t trace_argument = 0;             // the index of the argument that takes the trace buffer
  std::vector<TracedInstruction> instructions;  // a trace names them by their index
  std::vector<std::string> not_recorded;        // "async_work_group_copy in line 12"

  bool operator==(const TracedKernel& other) const = default;
};

// The table of one variant; empty where it is not instrumented.
using AccessTable = std::vector<TracedKernel>;

// Converts a table to the JSON of the object `extra` of a manifest's variant, and back. A variant without the key
// "profile" has an empty table.
std::string encode_access_table(const AccessTable& table);
Result<AccessTable> decode_access_table(std::string_view variant_extra);

// A launch's trace in global memory, in 32-bit words: the header, then a count of lost records for each traced group,
// then, from a multiple of 8 bytes, the records.
enum TraceWord : std::uint32_t {
  k_trace_next,      // number of records that were written
  k_trace_capacity,  // number of records that the buffer has room for
  k_trace_every,     // one group of so many is traced
  k_trace_records,   // where the records begin, in words of 64 bits
  k_trace_local_x,   // the sizes of the first group
  k_trace_local_y,
  k_trace_local_z,
  k_trace_reserved,
  k_trace_header_words
};

// A record has three words of 64 bits. The first names the instruction and the item, the second is the address or the
// side of a branch, and the third stands for the iterations of the loops around it.
inline constexpr std::uint32_t k_record_words = 3;
inline constexpr unsigned k_instruction_bits = 16;  // the lowest bits of the first word
inline constexpr unsigned k_item_bits = 16;         // the item's number in its group; the highest 32 are the group's

}  // namespace clc
