#include "protocol/library.h"

#include <algorithm>

#include "base/try.h"
#include "protocol/library_fields.h"

namespace clc {
namespace {

// Part of a variant's JSON: readers that know nothing of libraries keep it.
struct LibraryKey {
  Library library;
};

template <class F>
void fields(F& f, FieldsOf<F, LibraryKey>& key) {
  f.object(k_library_section.data(), key.library);
}

}  // namespace

bool is_library(const Variant& variant) {
  return variant.format == k_library_format;
}

bool has_library(const Manifest& manifest) {
  return std::ranges::any_of(manifest.modules,
                             [](const Module& module) { return std::ranges::any_of(module.variants, is_library); });
}

std::string encode_library(const Library& library) {
  return canonical_text(json_of(LibraryKey{library}));
}

Result<Library> decode_library(std::string_view json) {
  LibraryKey key = CLC_TRY(decode_json<LibraryKey>(json, "description of a library"));
  return std::move(key.library);
}

Result<Library> library_of(const Variant& variant) {
  return is_library(variant) ? decode_library(variant.extra) : Library();
}

}  // namespace clc
