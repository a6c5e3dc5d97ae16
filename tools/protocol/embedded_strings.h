// The strings that clc-worker finds in a binary: whatever can be read as text, and where it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

enum class StringKind {
  k_name,     // of a symbol, section, function or type
  k_debug,    // debug information and other metadata
  k_comment,  // in a format that is text itself
  k_note,     // what tools write about themselves
  k_data,     // constants of the code
  k_bytes,    // bytes that look like text
  k_text,     // a text whose words are no names: they are the format's, or stand in strings of their own
};

struct EmbeddedString {
  StringKind kind = StringKind::k_bytes;
  std::string where;  // "section .debug_str + 0x10"
  std::string text;
};

Bytes encode_embedded_strings(const std::vector<EmbeddedString>& strings);
Result<std::vector<EmbeddedString>> decode_embedded_strings(BytesView bytes);

}  // namespace clc
