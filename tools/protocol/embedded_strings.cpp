#include "protocol/embedded_strings.h"

#include "base/fields/byte_fields.h"

namespace clc {

template <class F>
void fields(F& f, FieldsOf<F, EmbeddedString>& string) {
  f.choice(string.kind, StringKind::k_text);
  f.text(string.where);
  f.text(string.text);
}

Bytes encode_embedded_strings(const std::vector<EmbeddedString>& strings) {
  return encode_list(strings);
}

Result<std::vector<EmbeddedString>> decode_embedded_strings(BytesView bytes) {
  return decode_list<EmbeddedString>(bytes, "the list of embedded strings");
}

}  // namespace clc
