#include "protocol/source_tokens.h"

#include <utility>

namespace clc {
namespace {

void write_texts(const std::vector<Bytes>& texts, ByteWriter& writer) {
  writer.number(texts.size());
  for (const Bytes& text : texts) writer.text(text);
}

std::vector<Bytes> read_texts(ByteReader& reader) {
  std::vector<Bytes> texts;
  const std::uint64_t count = reader.number();
  for (std::uint64_t i = 0; i < count && reader.is_good(); ++i) texts.push_back(reader.text());
  return texts;
}

bool has_text(SourceTokenKind kind) {
  return kind != SourceTokenKind::k_other && kind != SourceTokenKind::k_comment;
}

}  // namespace

void SourceTokenWriter::add(SourceTokenKind kind, std::uint64_t size, std::string_view text) {
  if (kind == SourceTokenKind::k_other) {
    other_ += size;
    return;
  }
  write_other();
  writer_.number(static_cast<std::uint64_t>(kind));
  writer_.number(size);
  if (has_text(kind)) writer_.text(text);
}

void SourceTokenWriter::write_other() {
  if (other_ == 0) return;
  writer_.number(static_cast<std::uint64_t>(SourceTokenKind::k_other));
  writer_.number(std::exchange(other_, 0));
}

Bytes SourceTokenWriter::take() {
  write_other();
  return writer_.take();
}

std::optional<SourceToken> SourceTokenReader::next() {
  if (!reader_.is_good() || reader_.left() == 0) return std::nullopt;
  SourceToken token;
  token.kind = static_cast<SourceTokenKind>(reader_.number(static_cast<std::uint64_t>(SourceTokenKind::k_header)));
  token.size = reader_.number();
  if (has_text(token.kind)) token.text = reader_.text();
  if (!reader_.is_good()) return std::nullopt;
  return token;
}

Bytes encode_tokens_request(const TokensRequest& request) {
  ByteWriter writer;
  writer.number(request.is_cpp ? 1 : 0);
  write_texts(request.texts, writer);
  return writer.take();
}

Result<TokensRequest> decode_tokens_request(BytesView bytes) {
  ByteReader reader(bytes);
  TokensRequest request;
  request.is_cpp = reader.number(1) == 1;
  request.texts = read_texts(reader);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the request for the tokens of sources is damaged");
  return request;
}

Bytes encode_tokens_reply(const std::vector<Bytes>& sources) {
  ByteWriter writer;
  write_texts(sources, writer);
  return writer.take();
}

Result<std::vector<Bytes>> decode_tokens_reply(BytesView bytes) {
  ByteReader reader(bytes);
  std::vector<Bytes> sources = read_texts(reader);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the list of the tokens of sources is damaged");
  return sources;
}

}  // namespace clc
