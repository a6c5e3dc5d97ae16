// `clc coverage`: how often lines and branches of a package's sources ran.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/package/manifest.h"

namespace clc {

struct ProgramCounts;

// The launches that count.
struct CoverageSelection {
  std::vector<std::string> kernels;  // empty: all
  std::string global_size;           // "1024x64"; empty: any
};

struct BranchCoverage {
  std::uint64_t line = 0, column = 0;
  std::uint64_t taken = 0, not_taken = 0;  // how often the condition was true and false

  int missing() const { return (taken == 0 ? 1 : 0) + (not_taken == 0 ? 1 : 0); }
};

struct FunctionCoverage {
  std::string name;
  std::uint64_t line = 0;
  std::uint64_t count = 0;
};

struct FileCoverage {
  std::string name;
  std::map<std::uint64_t, std::uint64_t> lines;  // those with code, and how often they ran
  std::vector<BranchCoverage> branches;
  std::vector<FunctionCoverage> functions;
  std::size_t regions = 0, regions_run = 0;
};

struct KernelLaunches {
  std::string kernel, global_size, local_size, device;
  std::uint64_t launches = 0;
  std::size_t regions = 0, regions_run = 0;  // of the functions that the kernel runs
};

struct CoverageReport {
  std::vector<FileCoverage> files;
  std::vector<KernelLaunches> launches;
  std::map<std::string, std::string> sources;  // the SHA-256 of each module's main source
  std::size_t others = 0;                      // programs that the package lacks

  // From 0 to 1; 1 where there are none.
  double lines_covered() const;
  double branches_covered() const;
};

// Adds up the counts of all programs. k_usage where no variant of the package counts.
Result<CoverageReport> coverage_report(const Manifest& manifest, const std::vector<ProgramCounts>& programs,
                                       const CoverageSelection& selection);

std::string coverage_text(const CoverageReport& report);
std::string coverage_json(const CoverageReport& report);
std::string coverage_lcov(const CoverageReport& report);
// Reads what coverage_json() wrote; anything else is k_damaged. `what` names the text in the error.
Result<CoverageReport> decode_coverage_json(std::string_view text, const std::string& what);

}  // namespace clc
