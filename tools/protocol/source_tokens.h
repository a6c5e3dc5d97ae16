// The tokens that clc-worker finds in sources: comments, names, strings and headers, as Clang's lexer sees them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields/byte_codec.h"
#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct TokensRequest {
  bool is_cpp = false;  // C++ for OpenCL, which has raw strings
  std::vector<Bytes> texts;
};

enum class SourceTokenKind {
  k_other,    // white space, numbers, punctuation, the words of directives
  k_comment,  // also one that does not end
  k_name,
  k_macro,   // the name behind #define
  k_string,  // also one that does not end
  k_header,  // what an #include names
};

struct SourceToken {
  SourceTokenKind kind = SourceTokenKind::k_other;
  std::uint64_t size = 0;  // bytes of the source; the tokens follow each other without gaps
  // The token as the compiler understands it, without line splices and escapes: a name, the contents of a string, a
  // header's name. Empty for the other kinds.
  std::string text;
};

// Writes the tokens of one source. Neighbouring tokens of k_other become one.
class SourceTokenWriter {
 public:
  void add(SourceTokenKind kind, std::uint64_t size, std::string_view text);
  Bytes take();

 private:
  void write_other();

  ByteWriter writer_;
  std::uint64_t other_ = 0;  // bytes that are not written yet
};

// Reads the tokens of one source one by one: a source may have more of them than memory should hold at once.
class SourceTokenReader {
 public:
  explicit SourceTokenReader(BytesView bytes) : reader_(bytes) {}
  // Returns the next token; nothing at the end, and where the bytes are damaged.
  std::optional<SourceToken> next();
  bool is_done() const { return reader_.is_done(); }  // the end was reached without damage

 private:
  ByteReader reader_;
};

Bytes encode_tokens_request(const TokensRequest& request);
Result<TokensRequest> decode_tokens_request(BytesView bytes);
// The tokens of each text of the request, as SourceTokenWriter wrote them.
Bytes encode_tokens_reply(const std::vector<Bytes>& sources);
Result<std::vector<Bytes>> decode_tokens_reply(BytesView bytes);

}  // namespace clc
