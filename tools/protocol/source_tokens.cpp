#include "protocol/source_tokens.h"

#include <utility>

#include "base/fields/byte_fields.h"

namespace clc {
namespace {

bool has_text(SourceTokenKind kind) {
  return kind != SourceTokenKind::k_other && kind != SourceTokenKind::k_comment;
}

}  // namespace

template <class F>
void fields(F& f, FieldsOf<F, SourceToken>& token) {
  f.choice(token.kind, SourceTokenKind::k_header);
  f.number(token.size);
  if (has_text(token.kind)) f.text(token.text);
}

void SourceTokenWriter::add(SourceTokenKind kind, std::uint64_t size, std::string_view text) {
  if (kind == SourceTokenKind::k_other) {
    other_ += size;
    return;
  }
  write_other();
  write_fields(SourceToken{kind, size, std::string(text)}, writer_);
}

void SourceTokenWriter::write_other() {
  if (other_ == 0) return;
  write_fields(SourceToken{SourceTokenKind::k_other, std::exchange(other_, 0), ""}, writer_);
}

Bytes SourceTokenWriter::take() {
  write_other();
  return writer_.take();
}

std::optional<SourceToken> SourceTokenReader::next() {
  if (!reader_.is_good() || reader_.left() == 0) return std::nullopt;
  auto token = read_fields<SourceToken>(reader_);
  if (!reader_.is_good()) return std::nullopt;
  return token;
}

template <class F>
void fields(F& f, FieldsOf<F, TokensRequest>& request) {
  f.flag(request.is_cpp);
  f.texts(request.texts);
}

Bytes encode_tokens_request(const TokensRequest& request) {
  return encode_fields(request);
}

Result<TokensRequest> decode_tokens_request(BytesView bytes) {
  return decode_fields<TokensRequest>(bytes, "the request for the tokens of sources");
}

Bytes encode_tokens_reply(const std::vector<Bytes>& sources) {
  ByteWriter writer;
  ByteFieldWriter(writer).texts(sources);
  return writer.take();
}

Result<std::vector<Bytes>> decode_tokens_reply(BytesView bytes) {
  ByteReader reader(bytes);
  std::vector<Bytes> sources;
  ByteFieldReader(reader).texts(sources);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, "the list of the tokens of sources is damaged");
  return sources;
}

}  // namespace clc
