#include "protocol/embedded_strings.h"

#include "protocol/byte_codec.h"

namespace clc {

Bytes encode_embedded_strings(const std::vector<EmbeddedString>& strings) {
  ByteWriter writer;
  writer.number(strings.size());
  for (const EmbeddedString& string : strings) {
    writer.number(static_cast<std::uint64_t>(string.kind));
    writer.text(string.where);
    writer.text(string.text);
  }
  return writer.take();
}

Result<std::vector<EmbeddedString>> decode_embedded_strings(BytesView bytes) {
  ByteReader reader(bytes);
  std::vector<EmbeddedString> strings;
  const std::uint64_t count = reader.number();
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
    EmbeddedString string;
    string.kind = static_cast<StringKind>(reader.number(static_cast<std::uint64_t>(StringKind::k_bytes)));
    string.where = reader.text();
    string.text = reader.text();
    strings.push_back(std::move(string));
  }
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the list of embedded strings is damaged");
  return strings;
}

}  // namespace clc
