// Coverage of kernels: the table beside instrumented kernels, and the counts of their launches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc {

// The section of an artifact that asks the worker for kernels that count how often their regions run.
inline constexpr std::string_view k_coverage_section = "coverage";

enum class RegionKind { k_code, k_expansion, k_skipped, k_gap, k_branch };

// A range of a source, with sums of counters. A term is a counter's index in its function, doubled, and 1 more where it
// is subtracted.
struct CoverageRegion {
  RegionKind kind = RegionKind::k_code;
  std::uint64_t file = 0;  // index in the table's files
  std::uint64_t line = 0, column = 0, end_line = 0, end_column = 0;
  std::vector<std::uint64_t> count;        // of a branch: how often the condition was true
  std::vector<std::uint64_t> count_false;  // of a branch

  bool operator==(const CoverageRegion& other) const = default;
};

struct CoveredFunction {
  std::string name;
  std::uint64_t counters = 0;
  std::vector<CoverageRegion> regions;

  bool operator==(const CoveredFunction& other) const = default;
};

// A kernel counts in a buffer of its own: the counters of each function that it runs, one function after another.
struct CoveredKernel {
  std::string name;
  std::uint64_t argument = 0;            // index of the argument that takes the buffer
  std::vector<std::uint64_t> functions;  // indices in the table's functions

  bool operator==(const CoveredKernel& other) const = default;
};

struct CoverageTable {
  std::uint64_t counter_bytes = 0;  // 4 or 8
  std::vector<std::string> files;
  std::vector<CoveredFunction> functions;
  std::vector<CoveredKernel> kernels;

  const CoveredKernel* find(std::string_view kernel) const;
  std::uint64_t counters_of(const CoveredKernel& kernel) const;
  bool operator==(const CoverageTable& other) const = default;
};

// Converts a table to the JSON of the object `extra` of a manifest's variant, and back.
std::string encode_coverage_table(const CoverageTable& table);
Result<std::optional<CoverageTable>> decode_coverage_table(std::string_view variant_extra);

// The counts of launches of one kernel with the same sizes.
struct LaunchCounts {
  std::string kernel;
  std::string global_size, local_size;  // "1024x64"; a local size that the driver chose is empty
  std::uint64_t launches = 0;
  std::vector<std::uint64_t> counts;

  bool operator==(const LaunchCounts& other) const = default;
};

// The counts of one loaded program.
struct ProgramCounts {
  std::string variant;  // SHA-256 of the variant's bytes
  std::string target, device;
  std::vector<LaunchCounts> launches;

  bool operator==(const ProgramCounts& other) const = default;
};

std::string encode_counts(const ProgramCounts& counts);
Result<ProgramCounts> decode_counts(std::string_view text, const std::string& name);

}  // namespace clc
