#include "insight/waves/access_table.h"

#include "base/fields/json_fields.h"
#include "base/try.h"

namespace clc {
namespace {

constexpr std::uint64_t k_most_arguments = 1 << 16;

// The object `extra` of a variant. Other keys in it are somebody else's.
struct VariantExtra {
  struct Profile {
    AccessTable kernels;
  };
  std::optional<Profile> profile;
};

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, TracedInstruction>& instruction) {
  f.any("file", instruction.file, "line", instruction.line, "column", instruction.column);
  f.text("kind", instruction.kind);
  f.any_text("space", instruction.space);
  f.number("bytes", instruction.bytes, k_most_traced_bytes);
  f.number("alignment", instruction.alignment, k_most_traced_bytes);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, TracedKernel>& kernel) {
  f.any_text("name", kernel.name);
  f.number("trace_argument", kernel.trace_argument, k_most_arguments);
  f.any("instructions", kernel.instructions, "not_recorded", kernel.not_recorded);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, VariantExtra::Profile>& profile) {
  f.list("kernels", profile.kernels);
  f.no_extra();
}

template <class F>
void fields(F& f, FieldsOf<F, VariantExtra>& extra) {
  f.optional_object("profile", extra.profile);
}

std::string encode_access_table(const AccessTable& table) {
  return canonical_text(json_of(VariantExtra{VariantExtra::Profile{table}}));
}

Result<AccessTable> decode_access_table(std::string_view variant_extra) {
  if (variant_extra.find("\"profile\"") == std::string_view::npos) return AccessTable();
  VariantExtra extra = CLC_TRY(decode_json<VariantExtra>(variant_extra, "variant"));
  return extra.profile ? std::move(extra.profile->kernels) : AccessTable();
}

}  // namespace clc
