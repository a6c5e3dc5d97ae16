// Writes JSON text, member after member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clc {

std::string json_string(std::string_view text);

class JsonText {
 public:
  // `indent`: spaces per level, or -1 for everything in one line.
  explicit JsonText(int indent) : indent_(indent) {}

  JsonText& begin_object() { return begin('{'); }
  JsonText& end_object() { return end('}'); }
  JsonText& begin_array() { return begin('['); }
  JsonText& end_array() { return end(']'); }
  JsonText& key(std::string_view name);
  JsonText& value(std::string_view text) { return raw(json_string(text)); }
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(std::uint64_t number) { return raw(std::to_string(number)); }
  JsonText& value(std::int64_t number) { return raw(std::to_string(number)); }
  JsonText& value(bool yes) { return raw(yes ? "true" : "false"); }
  // A number that is already text, for instance one with a fraction.
  JsonText& number(std::string_view text) { return raw(text); }
  JsonText& values(const std::vector<std::string>& texts);

  const std::string& text() const { return text_; }

 private:
  JsonText& begin(char bracket);
  JsonText& end(char bracket);
  JsonText& raw(std::string_view text);
  void separate();
  void new_line();

  int indent_;
  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;  // nothing in this object or array yet
  bool after_key_ = false;
};

}  // namespace clc
