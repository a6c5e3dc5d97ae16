#include "insight/report/coverage.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "clc/internal/coverage.h"

namespace clc {
namespace {

struct Sums {
  std::uint64_t count = 0, count_false = 0;
  bool is_folded = true;  // a branch whose condition the compiler knows: one side has no counter
};

struct Place {
  std::uint64_t line = 0, column = 0;
  auto operator<=>(const Place& other) const = default;
};

struct Range {
  Place begin, end;
  RegionKind kind = RegionKind::k_code;
  auto operator<=>(const Range& other) const = default;
};

// Regions of a file. The same range in several functions, devices or expansions of a macro is one.
struct FileRegions {
  std::map<Range, Sums> regions;
  std::map<std::pair<std::uint64_t, std::string>, std::uint64_t> functions;  // by line and name
};

std::uint64_t sum_of(const std::vector<std::uint64_t>& terms, const std::uint64_t* counts) {
  std::uint64_t added = 0, subtracted = 0;
  for (const std::uint64_t term : terms) (term % 2 == 0 ? added : subtracted) += counts[term / 2];
  return added - std::min(added, subtracted);
}

bool is_counted(RegionKind kind) {
  return kind == RegionKind::k_code || kind == RegionKind::k_expansion;
}

class Merge {
 public:
  Merge(const CoverageSelection& selection, CoverageReport& report) : selection_(selection), report_(report) {}

  // Adds the regions of all functions, of which none has run.
  void add(const CoverageTable& table) {
    for (const CoveredFunction& function : table.functions) {
      const std::vector<std::uint64_t> zeros(function.counters);
      add(table, function, zeros.data());
    }
  }

  Result<void> add(const CoverageTable& table, const ProgramCounts& program) {
    for (const LaunchCounts& launch : program.launches) {
      const CoveredKernel* kernel = table.find(launch.kernel);
      if (kernel == nullptr || launch.counts.size() != table.counters_of(*kernel))
        return fail(ErrorKind::k_damaged, "counts of kernel " + launch.kernel + " do not fit its package");
      if (!is_selected(launch)) continue;
      KernelLaunches row{launch.kernel, launch.global_size, launch.local_size, program.device, launch.launches};
      const std::uint64_t* counts = launch.counts.data();
      for (const std::uint64_t index : kernel->functions) {
        const CoveredFunction& function = table.functions[index];
        add(table, function, counts);
        add_to(row, function, counts);
        counts += function.counters;
      }
      add_row(std::move(row));
    }
    return {};
  }

  void finish() {
    std::ranges::stable_sort(report_.launches, {}, [](const KernelLaunches& one) {
      return std::tie(one.kernel, one.device, one.global_size, one.local_size);
    });
    for (const auto& [name, file] : files_) report_.files.push_back(file_coverage(name, file));
  }

 private:
  bool is_selected(const LaunchCounts& launch) const {
    const auto& kernels = selection_.kernels;
    return (kernels.empty() || std::ranges::find(kernels, launch.kernel) != kernels.end()) &&
           (selection_.global_size.empty() || selection_.global_size == launch.global_size);
  }

  void add(const CoverageTable& table, const CoveredFunction& function, const std::uint64_t* counts) {
    for (const CoverageRegion& region : function.regions) {
      const Range range{{region.line, region.column}, {region.end_line, region.end_column}, region.kind};
      Sums& sums = files_[table.files[region.file]].regions[range];
      sums.count += sum_of(region.count, counts);
      sums.count_false += sum_of(region.count_false, counts);
      sums.is_folded &= region.count.empty() || region.count_false.empty();
    }
    if (function.regions.empty()) return;
    const CoverageRegion& whole = function.regions.front();
    files_[table.files[whole.file]].functions[{whole.line, function.name}] += sum_of(whole.count, counts);
  }

  static void add_to(KernelLaunches& row, const CoveredFunction& function, const std::uint64_t* counts) {
    for (const CoverageRegion& region : function.regions) {
      if (!is_counted(region.kind)) continue;
      ++row.regions;
      if (sum_of(region.count, counts) != 0) ++row.regions_run;
    }
  }

  // Several processes have launched the same kernel alike.
  void add_row(KernelLaunches row) {
    const auto key = [](const KernelLaunches& one) {
      return std::tie(one.kernel, one.global_size, one.local_size, one.device);
    };
    const auto found = std::ranges::find_if(report_.launches, [&](const auto& one) { return key(one) == key(row); });
    if (found == report_.launches.end()) return report_.launches.push_back(std::move(row));
    found->launches += row.launches;
    found->regions_run = std::max(found->regions_run, row.regions_run);
  }

  // The count of a line is the greatest of the region that reaches into it and of those that begin in it, as in
  // llvm-cov. A gap between statements counts only where it reaches in.
  static std::optional<std::uint64_t> count_of(std::uint64_t line, const std::map<Range, Sums>& regions) {
    const Place start{line, 1};
    const std::pair<const Range, Sums>* reaching = nullptr;
    std::optional<std::uint64_t> count;
    bool skips = false;
    for (const auto& region : regions) {
      const Range& range = region.first;
      if (range.begin.line > line) break;
      if (range.kind == RegionKind::k_branch) continue;
      const bool reaches_in = range.begin < start && range.end > start;
      if (reaches_in && (reaching == nullptr || range.begin > reaching->first.begin)) reaching = &region;
      if (range.begin.line != line) continue;
      if (range.kind == RegionKind::k_skipped) skips = true;
      if (is_counted(range.kind)) count = std::max(count.value_or(0), region.second.count);
    }
    if (reaching == nullptr || reaching->first.kind == RegionKind::k_skipped || (skips && !count)) return count;
    return std::max(count.value_or(0), reaching->second.count);
  }

  static FileCoverage file_coverage(const std::string& name, const FileRegions& file) {
    FileCoverage result;
    result.name = name;
    std::uint64_t last = 0;
    for (const auto& [range, sums] : file.regions) {
      last = std::max(last, range.end.line);
      if (is_counted(range.kind)) {
        ++result.regions;
        if (sums.count != 0) ++result.regions_run;
      } else if (range.kind == RegionKind::k_branch && !sums.is_folded) {
        result.branches.push_back({range.begin.line, range.begin.column, sums.count, sums.count_false});
      }
    }
    const std::uint64_t first = file.regions.empty() ? 1 : file.regions.begin()->first.begin.line;
    for (std::uint64_t line = first; line <= last; ++line) {
      if (const auto count = count_of(line, file.regions)) result.lines[line] = *count;
    }
    for (const auto& [place, count] : file.functions) result.functions.push_back({place.second, place.first, count});
    return result;
  }

  const CoverageSelection& selection_;
  CoverageReport& report_;
  std::map<std::string, FileRegions> files_;
};

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double CoverageReport::lines_covered() const {
  std::size_t all = 0, run = 0;
  for (const FileCoverage& file : files) {
    all += file.lines.size();
    run += static_cast<std::size_t>(std::ranges::count_if(file.lines, [](const auto& one) { return one.second != 0; }));
  }
  return share(run, all);
}

double CoverageReport::branches_covered() const {
  std::size_t all = 0, missing = 0;
  for (const FileCoverage& file : files) {
    all += file.branches.size() * 2;
    for (const BranchCoverage& branch : file.branches) missing += static_cast<std::size_t>(branch.missing());
  }
  return share(all - missing, all);
}

Result<CoverageReport> coverage_report(const Manifest& manifest, const std::vector<ProgramCounts>& programs,
                                       const CoverageSelection& selection) {
  std::map<std::string, CoverageTable> tables;  // by the digest of the variant
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      if (auto table = CLC_TRY(decode_coverage_table(variant.extra))) tables.emplace(variant.sha256, *std::move(table));
    }
  }
  if (tables.empty())
    return fail(ErrorKind::k_usage, "the package's kernels do not count: make it with clc compile --coverage");
  CoverageReport report;
  for (const Module& module : manifest.modules) report.sources[module.name] = module.source_sha256;
  Merge merge(selection, report);
  for (const auto& [sha256, table] : tables) merge.add(table);
  for (const ProgramCounts& program : programs) {
    const auto table = tables.find(program.variant);
    if (table == tables.end()) {
      ++report.others;
      continue;
    }
    CLC_TRY(merge.add(table->second, program));
  }
  merge.finish();
  return report;
}

}  // namespace clc
