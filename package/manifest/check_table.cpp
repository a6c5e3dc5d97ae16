#include "clc/internal/check_table.h"

#include <algorithm>
#include <optional>

#include "base/fields/json_fields.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_arguments = 1 << 16;
constexpr std::uint64_t k_greatest_shift = 4;

// The object `extra` of a variant. Other keys in it are somebody else's.
struct ExtraWithChecks {
  struct Sanitize {
    CheckTable kernels;
  };
  std::optional<Sanitize> sanitize;
};

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, CheckedPlace>& place) {
  f.choice("check", place.check, k_check_names);
  f.text("what", place.what);
  f.any("file", place.file, "line", place.line, "column", place.column, "bytes", place.bytes);
  f.any("space", place.space, "object", place.object);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, CheckedKernel>& kernel) {
  f.any_text("name", kernel.name);
  f.number("argument", kernel.argument, k_most_arguments);
  f.any("places", kernel.places, "not_checked", kernel.not_checked, "local_bytes", kernel.local_bytes);
  f.numbers("pointers", kernel.pointers);
  f.numbers("written", kernel.written);
  f.number("local_shift", kernel.local_shift, k_greatest_shift);
  f.number("global_shift", kernel.global_shift, k_greatest_shift);
  f.all("tracks_local", kernel.tracks_local, "tracks_global", kernel.tracks_global);
  f.all("counts_atomics", kernel.counts_atomics, "counts_barriers", kernel.counts_barriers);
  f.flag("counts_sub_groups", kernel.counts_sub_groups);
  f.all("counts_sub_group_calls", kernel.counts_sub_group_calls, "has_meetings", kernel.has_meetings);
  f.no_extra();
  f.require(std::ranges::all_of(kernel.pointers, [&](std::uint64_t one) { return one < kernel.argument; }),
            "has a pointer that is no argument");
  f.require(std::ranges::all_of(kernel.written, [&](std::uint64_t one) { return one < kernel.pointers.size(); }),
            "writes a region that it does not have");
}

template <class F>
void fields(F& f, FieldsOf<F, ExtraWithChecks::Sanitize>& sanitize) {
  f.list("kernels", sanitize.kernels);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, ExtraWithChecks>& extra) {
  f.optional_object("sanitize", extra.sanitize);
}

std::string encode_check_table(const CheckTable& table) {
  return canonical_text(json_of(ExtraWithChecks{ExtraWithChecks::Sanitize{table}}));
}

Result<CheckTable> decode_check_table(std::string_view variant_extra) {
  if (variant_extra.find("\"sanitize\"") == std::string_view::npos) return CheckTable();
  ExtraWithChecks extra = CLC_TRY(decode_json<ExtraWithChecks>(variant_extra, "variant"));
  return extra.sanitize ? std::move(extra.sanitize->kernels) : CheckTable();
}

}  // namespace clc
