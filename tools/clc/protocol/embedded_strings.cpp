#include "protocol/embedded_strings.h"

#include "protocol/byte_codec.h"

namespace clc {

Bytes encode_found_texts(const std::vector<FoundText>& texts) {
  ByteWriter writer;
  writer.number(texts.size());
  for (const FoundText& text : texts) {
    writer.number(static_cast<std::uint64_t>(text.kind));
    writer.text(text.where);
    writer.text(text.text);
  }
  return writer.take();
}

Result<std::vector<FoundText>> decode_found_texts(BytesView bytes) {
  ByteReader reader(bytes);
  std::vector<FoundText> texts;
  const std::uint64_t count = reader.number();
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) {
    FoundText text;
    text.kind = static_cast<TextKind>(reader.number(static_cast<std::uint64_t>(TextKind::k_bytes)));
    text.where = reader.text();
    text.text = reader.text();
    texts.push_back(std::move(text));
  }
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the list of texts makes no sense");
  return texts;
}

}  // namespace clc
