#include "base/json_writer.h"

#include <cmath>
#include <cstdio>

#include "base/encoding/hex.h"
#include "base/printable.h"

namespace clc {
namespace {

std::string escaped(char c) {
  if (c == '"' || c == '\\') return {'\\', c};
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
  return is_control ? "\\u00" + to_hex({&c, 1}) : std::string(1, c);
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0) result += "\xef\xbf\xbd";
    if (length == 1) result += escaped(text[i]);
    if (length > 1) {
      // JSON allows these characters, but it is read on terminals, too.
      const std::string code = unshown_code(text.substr(i, length));
      result += code.empty() ? std::string(text.substr(i, length)) : "\\u" + code;
    }
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
