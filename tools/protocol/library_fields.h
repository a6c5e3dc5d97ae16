// The fields of a library, for messages and manifests.
#pragma once

#include "base/fields/json_fields.h"
#include "protocol/library.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, LibraryTag>& tag) {
  f.any_text("key", tag.key);
  f.optional_any_text("digest", tag.digest);
  f.optional_any_text("name", tag.name);
  f.optional_texts("parts", tag.parts);
}

template <class F>
void fields(F& f, FieldsOf<F, LibrarySymbol>& symbol) {
  f.any("name", symbol.name, "symbol", symbol.symbol, "type", symbol.type);
  f.optional_flag("is_variable", symbol.is_variable);
  f.optional_flag("is_repeatable", symbol.is_repeatable);
  f.optional_any_text("body", symbol.body);
  f.optional_number("alignment", symbol.alignment);
  f.optional_texts("tags", symbol.tags);
}

template <class F>
void fields(F& f, FieldsOf<F, Library>& library) {
  f.optional_list("exports", library.exports);
  f.optional_list("needs", library.needs);
  f.optional_list("tags", library.tags);
}

}  // namespace clc
