#include "clc/internal/coverage.h"

#include <algorithm>

#include "base/fields/json_fields.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_arguments = 1 << 16;
constexpr std::uint64_t k_most_counters = 1 << 24;

const EnumNames& kind_names() {
  static const EnumNames k_names{"code", "expansion", "skipped", "gap", "branch"};
  return k_names;
}

// The object `extra` of a variant. Other keys in it are somebody else's.
struct CoverageExtra {
  std::optional<CoverageTable> coverage;
};

bool are_terms_of(const std::vector<std::uint64_t>& terms, const CoveredFunction& function) {
  return std::ranges::all_of(terms, [&](std::uint64_t term) { return term / 2 < function.counters; });
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, CoverageRegion>& region) {
  f.choice("kind", region.kind, kind_names());
  f.any("file", region.file, "line", region.line, "column", region.column, "end_line", region.end_line, "end_column",
        region.end_column);
  f.optional_numbers("count", region.count);
  f.optional_numbers("count_false", region.count_false);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, CoveredFunction>& function) {
  f.any_text("name", function.name);
  f.number("counters", function.counters, k_most_counters);
  f.list("regions", function.regions);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, CoveredKernel>& kernel) {
  f.any_text("name", kernel.name);
  f.number("argument", kernel.argument, k_most_arguments);
  f.optional_numbers("functions", kernel.functions);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, CoverageTable>& table) {
  f.number("counter_bytes", table.counter_bytes, 8);
  f.any_texts("files", table.files);
  f.list("functions", table.functions);
  f.list("kernels", table.kernels);
  f.no_extra();
  f.require(table.counter_bytes == 4 || table.counter_bytes == 8, "has counters of no known size");
  for (const CoveredFunction& function : table.functions) {
    for (const CoverageRegion& region : function.regions) {
      f.require(region.file < table.files.size(), "has a region of no file");
      f.require(are_terms_of(region.count, function) && are_terms_of(region.count_false, function),
                "has a region of no counter");
    }
  }
  for (const CoveredKernel& kernel : table.kernels) {
    f.require(std::ranges::all_of(kernel.functions, [&](std::uint64_t one) { return one < table.functions.size(); }),
              "has a kernel of no function");
  }
}

template <class F>
void fields(F& f, FieldsOf<F, CoverageExtra>& extra) {
  f.optional_object("coverage", extra.coverage);
}

template <class F>
void fields(F& f, FieldsOf<F, LaunchCounts>& launch) {
  f.any("kernel", launch.kernel, "global_size", launch.global_size, "launches", launch.launches);
  f.optional_any_text("local_size", launch.local_size);
  f.numbers("counts", launch.counts);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, ProgramCounts>& counts) {
  f.digest("variant", counts.variant);
  f.any("target", counts.target, "device", counts.device);
  f.list("launches", counts.launches);
  f.no_extra();
}

const CoveredKernel* CoverageTable::find(std::string_view kernel) const {
  const auto found = std::ranges::find(kernels, kernel, &CoveredKernel::name);
  return found == kernels.end() ? nullptr : &*found;
}

std::uint64_t CoverageTable::counters_of(const CoveredKernel& kernel) const {
  std::uint64_t sum = 0;
  for (const std::uint64_t function : kernel.functions) sum += functions[function].counters;
  return sum;
}

std::string encode_coverage_table(const CoverageTable& table) {
  return canonical_text(json_of(CoverageExtra{table}));
}

Result<std::optional<CoverageTable>> decode_coverage_table(std::string_view variant_extra) {
  if (variant_extra.find("\"coverage\"") == std::string_view::npos) return std::optional<CoverageTable>();
  CoverageExtra extra = CLC_TRY(decode_json<CoverageExtra>(variant_extra, "variant"));
  return std::move(extra.coverage);
}

std::string encode_counts(const ProgramCounts& counts) {
  return canonical_text(json_of(counts));
}

Result<ProgramCounts> decode_counts(std::string_view text, const std::string& name) {
  return decode_json<ProgramCounts>(text, name);
}

}  // namespace clc
