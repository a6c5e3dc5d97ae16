// What `clc-worker --texts` finds in a binary: everything in it that can be read as text, and where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clc/package/bytes.h"
#include "clc/package/result.h"

namespace clc {

enum class TextKind {
  k_name,     // of a symbol, a section, a function, a type
  k_debug,    // debug information and other metadata
  k_comment,  // of a format that is text
  k_note,     // what tools say of themselves
  k_data,     // constants that the code uses
  k_bytes,    // whatever looks like text in the bytes
};

struct FoundText {
  TextKind kind = TextKind::k_bytes;
  std::string where;  // "section .debug_str + 0x10"
  std::string text;
};

Bytes encode_found_texts(const std::vector<FoundText>& texts);
Result<std::vector<FoundText>> decode_found_texts(BytesView bytes);

}  // namespace clc
