#include "clc/internal/json_writer.h"

#include <cmath>
#include <cstdio>

#include "clc/internal/hex.h"

namespace clc {
namespace {

// The length of the UTF-8 sequence at `text[i]`, or 0 when there is none.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(i);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || i + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  }
  if (length == 3 && first == 0xe0 && byte(i + 1) < 0xa0) return 0;  // overlong
  if (length == 3 && first == 0xed && byte(i + 1) > 0x9f) return 0;  // surrogate
  if (length == 4 && first == 0xf0 && byte(i + 1) < 0x90) return 0;
  if (length == 4 && first == 0xf4 && byte(i + 1) > 0x8f) return 0;
  return length;
}

std::string escaped(char c) {
  if (c == '"' || c == '\\') return {'\\', c};
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  return static_cast<unsigned char>(c) < 0x20 ? "\\u00" + to_hex({&c, 1}) : std::string(1, c);
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) result += "\xef\xbf\xbd";
    if (length == 1) result += escaped(text[i]);
    if (length > 1) result += text.substr(i, length);
    i += length == 0 ? 1 : length;
  }
  return result + '"';
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", number);
  return raw(text);
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += json_string(name) + (indent_ < 0 ? ":" : ": ");
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::values(const std::vector<std::string>& texts) {
  begin_array();
  for (const std::string& text : texts) value(text);
  return end_array();
}

JsonWriter& JsonWriter::begin(char bracket) {
  separate();
  text_ += bracket;
  ++depth_;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  --depth_;
  if (!first_) new_line();
  text_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text) {
  separate();
  text_ += text;
  return *this;
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) return;
  if (!first_) text_ += ',';
  first_ = false;
  new_line();
}

void JsonWriter::new_line() {
  if (indent_ < 0) return;
  text_ += '\n';
  text_.append(depth_ * static_cast<std::size_t>(indent_), ' ');
}

}  // namespace clc
