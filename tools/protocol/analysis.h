// The worker's findings about the memory accesses, branches and barriers of kernels: a section of the artifact.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The launch that is to be analysed. It is written into the name of the section, so that it is part of the artifact's
// key.
struct AnalysisRequest {
  std::array<std::uint64_t, 3> group{0, 0, 0};    // 0: what the kernel requires, else 256
  std::array<std::uint64_t, 3> global{0, 0, 0};   // 0: not known
  std::map<std::string, std::int64_t> arguments;  // by name, or by number from 0
  std::string kernel;                             // empty: all
  bool with_effort = false;                       // what a forecast of the time needs, too
  bool with_accesses = true;                      // false: nothing else
  bool with_lines = false;                        // the effort of each line, too

  bool operator==(const AnalysisRequest& other) const = default;
};
inline constexpr std::string_view k_analysis_section = "analysis";
std::string section_name(const AnalysisRequest& request);
// Reads the request from the name of a section. Nothing when the section is another one.
std::optional<AnalysisRequest> analysis_request(std::string_view section);

struct CodePlace {
  std::string file;
  std::uint64_t line = 0, column = 0;
  bool is_around = false;  // LLVM merged several lines: this one is where the block or function with them begins
  bool operator==(const CodePlace& other) const = default;
};

// The facts about a memory access. Counts are of all waves of a group together, as often as the access is known to
// happen.
struct AccessFacts {
  CodePlace place;
  std::string kind;     // "load", "store", "atomic"
  std::string space;    // "global", "constant", "local"
  std::string pattern;  // "broadcast", "coalesced", "strided", "permuted", "gather", "unknown"
  std::uint64_t bytes = 0;
  std::int64_t stride = 0;              // bytes, of a strided one
  std::string stride_text;              // "4*out_pitch", where it is not a number
  bool is_known = false;                // the counts are exact, within least and most
  bool is_of_element = false;           // neighbours access neighbouring structs or vectors of an array
  bool is_repeated = false;             // in a loop whose count is not known: counts are of one iteration
  std::vector<std::string> depends_on;  // what would have to be known
  std::vector<std::string> assumes;     // conditions that are taken to hold for every work-item
  std::uint64_t requests = 0;           // of waves
  std::uint64_t ideal = 0;              // transactions, or passes over the banks of local memory
  std::uint64_t least = 0, most = 0;    // for buffers that are aligned as drivers align them
  std::uint64_t unaligned = 0;          // most, for buffers that begin anywhere
  std::uint64_t degree = 0;             // local memory: most accesses to one bank in one pass without conflicts
  std::uint64_t expected_hundredths =
      0;  // of a local access by data: the expected degree if all data are equally likely
  bool operator==(const AccessFacts& other) const = default;
};

struct BranchFacts {
  CodePlace place;
  std::string kind;  // "uniform", "group-uniform", "wave-uniform", "divergent", "unknown"
  std::vector<std::string> depends_on;
  std::uint64_t waves = 0, divergent_waves = 0;
  std::uint64_t lanes = 0, lanes_taken = 0;  // of the divergent waves: how many came, how many took the rarer side
  bool operator==(const BranchFacts& other) const = default;
};

struct BarrierFault {
  CodePlace place, branch;
  bool is_proven = false;  // false: it depends
  std::vector<std::string> depends_on;
  bool operator==(const BarrierFault& other) const = default;
};

// Loads of one item that lie side by side and begin where a vector of them may, and that the compiler cannot join,
// because it does not know how the buffer is aligned. Counts are of all waves of a group.
struct VectorLoad {
  CodePlace place;  // of the first
  std::string space;
  std::uint64_t elements = 0, bytes = 0;  // how many, and of each
  bool is_of_iterations = false;          // of one place: iterations of a loop that the compiler unrolled
  bool is_repeated = false;               // in a loop whose count is not known: counts are of one iteration
  std::uint64_t requests = 0, requests_then = 0;
  std::uint64_t transactions = 0, transactions_then = 0;  // 0: not known
  bool operator==(const VectorLoad& other) const = default;
};

// A condition in a loop that is the same for all work-items in most iterations: in the first `before` it has one value,
// in `divergent` it differs, in the last `behind` it is the same again.
struct LoopSplit {
  CodePlace place;
  std::uint64_t before = 0, divergent = 0, behind = 0;
  bool value_before = false, value_behind = false;
  std::uint64_t tests = 0, tests_then = 0;  // of waves of a group
  bool operator==(const LoopSplit& other) const = default;
};

// The cost of a whole group, where all of it is known.
struct GroupCost {
  std::uint64_t transactions = 0;     // with global and constant memory
  std::uint64_t passes = 0;           // over the banks of local memory
  std::uint64_t divergent_waves = 0;  // by branches
  bool operator==(const GroupCost& other) const = default;
};

// Floating-point operations, and bytes that are moved from and to global and constant memory, of a whole group. Counts
// that depend on something are not known: they take loops of unknown length to have one iteration.
struct WorkFacts {
  std::uint64_t half_operations = 0, float_operations = 0, double_operations = 0;
  // Matrix units do these, named by the elements that they multiply: bfloat16 counts as half, tf32 as float.
  std::uint64_t matrix_half_operations = 0, matrix_float_operations = 0, matrix_double_operations = 0,
                matrix_float8_operations = 0;
  std::uint64_t bytes = 0;                       // that work-items ask for
  std::uint64_t ideal = 0, least = 0, most = 0;  // bytes of the transactions, as in AccessFacts
  bool leaves_out_images = false;                // that the kernel takes: their formats, and so bytes, are not known
  bool is_at_most = false;                       // conditions that are not known are taken to hold, both ways
  std::vector<std::string> assumes;              // what those depend on
  std::vector<std::string> operations_depend_on, bytes_depend_on;
  bool operator==(const WorkFacts& other) const = default;
};

// A maths function that takes the same arguments as another one.
struct ShorterFunction {
  std::string function;
  std::uint64_t instructions = 0;
  bool operator==(const ShorterFunction& other) const = default;
};

// A call of one of OpenCL's maths functions.
struct MathsCall {
  CodePlace place;
  std::string function;                  // "sin"
  std::string type;                      // "float", "float4"
  std::uint64_t instructions = 0;        // of the function and all that it calls, in the optimised code
  std::uint64_t loops = 0;               // around the call
  bool is_of_pi = false;                 // its argument is a product with pi
  bool is_small = false;                 // its argument is proven to lie from -pi to pi
  std::vector<ShorterFunction> shorter;  // native_sin, half_sin and, where the argument is a product with pi, sinpi
  bool operator==(const MathsCall& other) const = default;
};

// Instructions of waves, by the part of a chip that executes them.
struct PortCounts {
  std::uint64_t floats = 0, doubles = 0;  // half numbers count as float
  std::uint64_t integers = 0;             // also comparisons, choices and addresses
  std::uint64_t products = 0;             // of integers
  std::uint64_t specials = 0;             // roots, logarithms, sines, conversions
  std::uint64_t globals = 0, locals = 0;  // accesses
  std::uint64_t images = 0;
  std::uint64_t exchanges = 0;  // between the lanes of a wave
  std::uint64_t barriers = 0, branches = 0;
  std::uint64_t matrices = 0;  // products of matrices
  // Their operations, by the elements that they multiply: bfloat16 counts as half, tf32 as float.
  std::uint64_t matrix_halfs = 0, matrix_floats = 0, matrix_doubles = 0, matrix_bytes = 0, matrix_float8s = 0;
  std::uint64_t matrix_of_groups = 0;  // of these, what wgmma computes
  // Asynchronous copies to local memory: commits, waits, and the commits that waits leave in flight.
  std::uint64_t copy_commits = 0, copy_waits = 0, copies_left = 0;
  bool operator==(const PortCounts& other) const = default;
};

// The work of a group, and the longest chain of a wave in which each instruction waits for the one before it.
struct EffortSum {
  PortCounts work, chain;
  std::uint64_t lines = 0;         // rows of 128 bytes that loads of global memory touch, for each wave that loads
  std::uint64_t stored_lines = 0;  // the same of stores
  std::uint64_t sectors = 0, stored_sectors = 0;  // transactions, as in AccessFacts
  std::uint64_t partial_sectors = 0;              // of those stored, the ones that are not written whole
  std::uint64_t atomics = 0;                      // on global memory: different addresses of a wave, summed
  std::uint64_t same_atomics = 0;  // the most operations on one address of global memory by a wave, summed
  std::uint64_t passes = 0;        // over the banks of local memory
  bool operator==(const EffortSum& other) const = default;
};

// The floating-point operations and accesses of a line of the source, of all waves of a group.
struct LineEffort {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t floats = 0, accesses = 0;
  bool operator==(const LineEffort& other) const = default;
};

// The iterations of a loop, of all waves of a group. The line is that of the jump back.
struct LoopEffort {
  std::string file;
  std::uint64_t line = 0, iterations = 0;
  bool operator==(const LoopEffort& other) const = default;
};

// Atomic operations of the whole launch on the 32 bytes of global memory that most of them meet on.
struct Contention {
  std::uint64_t least = 0;  // without what depends on a condition that is not known
  std::uint64_t usual = 0;  // with it; data choose all addresses alike
  std::uint64_t most = 0;   // each work-item by itself, and all data choose one address
  bool operator==(const Contention& other) const = default;
};

struct LeastBytes {
  std::uint64_t all = 0;
  bool operator==(const LeastBytes& other) const = default;
};

// The demands of a group in the middle of a launch on a chip.
struct EffortFacts {
  std::uint64_t groups = 0;               // of the launch
  EffortSum least, most;                  // without and with what depends on a condition that is not known
  std::uint64_t near_bytes = 0;           // of segments that a group reads, once for all waves that read them together
  std::uint64_t group_bytes = 0;          // of different segments that a group reads
  std::uint64_t read_bytes = 0;           // different bytes that the launch reads
  std::uint64_t written_bytes = 0;        // and writes
  std::optional<LeastBytes> least_bytes;  // both without what depends on a condition that is not known; nothing: all
  std::optional<Contention> contention;   // nothing where there are no atomic operations on global memory
  std::uint64_t sums = 0;                 // registers that the sums of a product of wgmma take
  std::uint64_t worst_passes = 0;         // `most.passes`, if all data choose one address for atomic operations
  std::vector<std::string> depends_on;    // what decides how often a loop runs; the sums count one iteration
  std::vector<std::string> conditions_depend_on;  // what decides conditions: those between `least` and `most`
  std::vector<std::string> not_counted;           // accesses that the sums leave out, and why
  std::vector<std::string> open_loops;            // loops that data may end early: "the loop in line 3 may …"
  std::vector<LineEffort> lines;                  // where they were asked for
  std::vector<LoopEffort> loops;                  // with the lines
  bool operator==(const EffortFacts& other) const = default;
};

struct KernelFacts {
  std::string kernel;
  std::string maths;                   // the errors that the options allow: "full" or "relaxed"
  bool has_relaxed_maths = false;      // options make the target's functions shorter
  std::vector<MathsCall> maths_calls;  // in the order of the code
  std::array<std::uint64_t, 3> group{0, 0, 0};
  std::uint64_t wave = 0, segment = 0;
  std::uint64_t banks = 0, bank_bytes = 0;  // of local memory
  std::vector<AccessFacts> accesses;
  std::vector<BranchFacts> branches;
  std::vector<BarrierFault> barriers;
  std::vector<VectorLoad> vector_loads;
  std::vector<LoopSplit> loop_splits;
  WorkFacts work;
  std::string incomplete;                // why the kernel was not looked at to its end
  std::vector<std::string> not_counted;  // accesses that the facts leave out, and why
  std::optional<GroupCost> cost;         // nothing where it is not known
  std::optional<GroupCost> turned_cost;  // of a square group, with dimensions 0 and 1 exchanged
  std::optional<EffortFacts> effort;     // nothing where nobody asked, or the global size is not known
  bool operator==(const KernelFacts& other) const = default;
};

std::string encode_effort(const EffortFacts& effort);
Result<EffortFacts> decode_effort(std::string_view text);

std::string encode_analysis(const std::vector<KernelFacts>& kernels);
Result<std::vector<KernelFacts>> decode_analysis(std::string_view text);

}  // namespace clc
