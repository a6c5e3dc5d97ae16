// Writes JSON text, member after member.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clc {

// A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

class JsonWriter {
 public:
  // `indent`: spaces per level, or -1 for everything in one line.
  explicit JsonWriter(int indent) : indent_(indent) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text) { return raw(json_string(text)); }
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  template <std::integral Number>
  JsonWriter& value(Number number) {
    return raw(std::to_string(number));
  }
  JsonWriter& value(bool yes) { return raw(yes ? "true" : "false"); }
  JsonWriter& value(double number);  // null for infinity and NaN
  template <class Value>
  JsonWriter& value(const std::optional<Value>& one) {
    return one ? value(*one) : raw("null");
  }
  // Members of an object, as names and values in turn: put("line", 3, "column", 7).
  template <class Value, class... Others>
  JsonWriter& put(std::string_view name, const Value& its_value, const Others&... others) {
    key(name).value(its_value);
    if constexpr (sizeof...(others) != 0) put(others...);
    return *this;
  }
  // A number that is already text, for instance one with a fraction.
  JsonWriter& number(std::string_view text) { return raw(text); }
  // A whole value that was written elsewhere, such as a section of an artifact.
  JsonWriter& json(std::string_view text) { return raw(text); }

  // An array of the elements of a range.
  template <class Range = std::vector<std::string>>
  JsonWriter& values(const Range& range) {
    return list(range, [this](const auto& one) { this->value(one); });
  }
  // An array of what `write` writes for each element.
  template <class Range, class Write>
  JsonWriter& list(const Range& range, Write&& write) {
    begin_array();
    for (const auto& one : range) write(one);
    return end_array();
  }
  // An array of objects, whose members `write` writes for each element.
  template <class Range, class Write>
  JsonWriter& objects(const Range& range, Write&& write) {
    return list(range, [&](const auto& one) {
      begin_object();
      write(one);
      end_object();
    });
  }
  // An object with the keys and values of a map.
  template <class Map>
  JsonWriter& members(const Map& map) {
    begin_object();
    for (const auto& [name, one] : map) key(name).value(one);
    return end_object();
  }

  const std::string& text() const { return text_; }

 private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& raw(std::string_view text);
  void separate();
  void new_line();

  int indent_;
  std::string text_;
  std::size_t depth_ = 0;
  bool first_ = true;  // nothing in this object or array yet
  bool after_key_ = false;
};

}  // namespace clc
