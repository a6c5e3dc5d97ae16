// Structs as JSON objects, by lists of their fields (fields.h).
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fields/fields.h"
#include "base/json.h"
#include "base/try.h"
#include "clc/base/digest.h"

namespace clc {

using EnumNames = std::vector<const char*>;  // in the order of the enumerators

template <class T>
Json json_of(const T& value);
template <class T>
void read_json(const Json& json, const std::string& where, std::string& problem, T& value);

// Fields whose types tell all there is to know, as names and values in turn: f.all("line", at.line, "kind", at.kind).
// Strings are text, and other classes have a list of their own fields.
template <class Fields>
class FieldsByType {
 public:
  template <class T, class... Others>
  void all(const char* key, T& value, Others&&... others) {
    Fields& f = static_cast<Fields&>(*this);
    using Value = std::remove_const_t<T>;
    if constexpr (std::is_same_v<Value, bool>) {
      f.flag(key, value);
    } else if constexpr (std::is_signed_v<Value>) {
      f.signed_number(key, value);
    } else if constexpr (std::is_unsigned_v<Value>) {
      f.number(key, value);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      f.text(key, value);
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
      f.texts(key, value);
    } else if constexpr (requires { typename Value::value_type; }) {
      f.list(key, value);
    } else {
      f.object(key, value);
    }
    if constexpr (sizeof...(others) != 0) all(std::forward<Others>(others)...);
  }
  // The same; strings need not be UTF-8, as in any_text().
  template <class T, class... Others>
  void any(const char* key, T& value, Others&&... others) {
    if constexpr (std::is_same_v<std::remove_const_t<T>, std::string>) {
      static_cast<Fields&>(*this).any_text(key, value);
    } else if constexpr (std::is_same_v<std::remove_const_t<T>, std::vector<std::string>>) {
      static_cast<Fields&>(*this).any_texts(key, value);
    } else {
      all(key, value);
    }
    if constexpr (sizeof...(others) != 0) any(std::forward<Others>(others)...);
  }

 private:
  FieldsByType() = default;
  friend Fields;
};

class JsonFieldWriter : public FieldsByType<JsonFieldWriter> {
 public:
  static constexpr bool k_reads = false;

  JsonFieldWriter();

  void text(const char* key, const std::string& value);
  void texts(const char* key, const std::vector<std::string>& values);
  // Text from outside, which need not be UTF-8: see any_text() in json.h.
  void any_text(const char* key, const std::string& value);
  void any_texts(const char* key, const std::vector<std::string>& values);
  void digest(const char* key, const std::string& value) { text(key, value); }
  template <class Number>
  void number(const char* key, Number value, std::uint64_t /*maximum*/ = 0) {
    put_number(key, std::uint64_t{value});
  }
  void signed_number(const char* key, std::int64_t value);
  void numbers(const char* key, const std::vector<std::uint64_t>& values);
  void flag(const char* key, bool value) { put_number(key, std::uint64_t{value}); }
  template <class Enum>
  void choice(const char* key, Enum value, const EnumNames& names) {
    const auto index = static_cast<std::size_t>(value);
    text(key, index < names.size() ? names[index] : "?");
  }
  template <class T>
  void object(const char* key, const T& value) {
    put(key, json_of(value));
  }
  template <class T>
  void list(const char* key, const std::vector<T>& values) {
    put(key, json_of_list(values));
  }
  void text_map(const char* key, const std::map<std::string, std::string>& values);
  void resources(const char* key, const Resources& values) { put(key, resources_to_json(values)); }

  // These leave out what is empty or 0.
  void optional_text(const char* key, const std::string& value) { put_optional(json_, key, value); }
  void optional_any_text(const char* key, const std::string& value) {
    if (!value.empty()) any_text(key, value);
  }
  void optional_texts(const char* key, const std::vector<std::string>& values) {
    if (!values.empty()) texts(key, values);
  }
  void optional_numbers(const char* key, const std::vector<std::uint64_t>& values) {
    if (!values.empty()) numbers(key, values);
  }
  void optional_digest(const char* key, const std::string& value) { optional_text(key, value); }
  void optional_number(const char* key, std::uint64_t value, std::uint64_t /*maximum*/ = 0) {
    put_optional(json_, key, value);
  }
  void optional_flag(const char* key, bool value) { put_optional(json_, key, std::uint64_t{value}); }
  template <class T>
  void optional_object(const char* key, const T& value) {
    put_optional(json_, key, json_of(value));
  }
  template <class T>
  void optional_object(const char* key, const std::optional<T>& value) {
    if (value) object(key, *value);
  }
  template <class T>
  void optional_list(const char* key, const std::vector<T>& values) {
    put_optional(json_, key, json_of_list(values));
  }
  void optional_resources(const char* key, const Resources& values) {
    put_optional(json_, key, resources_to_json(values));
  }

  void extra(const std::string& unknown) { put_extra(json_, unknown); }
  void no_extra() {}
  template <class Text>
  void require(bool /*is_right*/, const Text& /*problem*/) {}

  // For fields in a form of their own.
  Json& json() { return json_; }

 private:
  // These are compiled once: the JSON library's own templates would be compiled for each field.
  void put(const char* key, Json value);
  void put_number(const char* key, std::uint64_t value);
  template <class T>
  static Json json_of_list(const std::vector<T>& values) {
    Json::array_t array;
    array.reserve(values.size());
    for (const T& value : values) array.push_back(json_of(value));
    return array;
  }

  Json json_;
};

class JsonFieldReader : public FieldsByType<JsonFieldReader> {
 public:
  static constexpr bool k_reads = true;

  JsonFieldReader(const Json& json, const std::string& where, std::string& problem)
      : reader_(json, where, problem), problem_(problem) {}

  void text(const char* key, std::string& value) { value = reader_.text(key); }
  void texts(const char* key, std::vector<std::string>& values) { values = reader_.texts(key); }
  void any_text(const char* key, std::string& value) { value = reader_.any_text(key); }
  void any_texts(const char* key, std::vector<std::string>& values) { values = reader_.any_texts(key); }
  void digest(const char* key, std::string& value) {
    text(key, value);
    require_digest(key, value);
  }
  template <class Number>
  void number(const char* key, Number& value, std::uint64_t maximum = std::numeric_limits<Number>::max()) {
    value = static_cast<Number>(reader_.number(key, maximum));
  }
  void signed_number(const char* key, std::int64_t& value) { value = reader_.signed_number(key); }
  void numbers(const char* key, std::vector<std::uint64_t>& values);
  void flag(const char* key, bool& value) { value = reader_.flag(key); }
  template <class Enum>
  void choice(const char* key, Enum& value, const EnumNames& names) {
    value = static_cast<Enum>(reader_.one_of(key, names));
  }
  template <class T>
  void object(const char* key, T& value) {
    if (const Json* json = reader_.object(key, true)) read_json(*json, place_of(key), problem_, value);
  }
  template <class T>
  void list(const char* key, std::vector<T>& values) {
    read_list(key, true, values);
  }
  void text_map(const char* key, std::map<std::string, std::string>& values);
  void resources(const char* key, Resources& values) { read_resources(key, true, values); }

  // These leave the field as it is when the key is missing. Empty values are a problem: they have to be left out.
  void optional_text(const char* key, std::string& value) { value = reader_.optional_text(key); }
  void optional_any_text(const char* key, std::string& value) {
    if (reader_.has(key)) any_text(key, value);
  }
  void optional_texts(const char* key, std::vector<std::string>& values) {
    if (reader_.array(key, false) != nullptr) texts(key, values);
  }
  void optional_numbers(const char* key, std::vector<std::uint64_t>& values) {
    if (reader_.array(key, false) != nullptr) numbers(key, values);
  }
  void optional_digest(const char* key, std::string& value) {
    optional_text(key, value);
    if (!value.empty()) require_digest(key, value);
  }
  void optional_number(const char* key, std::uint64_t& value,
                       std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max()) {
    value = reader_.optional_number(key, maximum);
  }
  void optional_flag(const char* key, bool& value) { value = reader_.optional_flag(key); }
  template <class T>
  void optional_object(const char* key, T& value) {
    if (const Json* json = reader_.object(key, false)) read_json(*json, place_of(key), problem_, value);
  }
  template <class T>
  void optional_object(const char* key, std::optional<T>& value) {
    if (const Json* json = reader_.object(key, false)) read_json(*json, place_of(key), problem_, value.emplace());
  }
  template <class T>
  void optional_list(const char* key, std::vector<T>& values) {
    read_list(key, false, values);
  }
  void optional_resources(const char* key, Resources& values) { read_resources(key, false, values); }

  // Keeps the keys that no field has.
  void extra(std::string& unknown) { unknown = reader_.extra(); }
  // Refuses the keys that no field has.
  void no_extra() { reader_.no_extra(); }
  template <class Text>
  void require(bool is_right, const Text& problem) {
    if (!is_right) reader_.complain(problem);
  }

  // For fields in a form of their own.
  ObjectReader& object_reader() { return reader_; }

 private:
  std::string place_of(const char* key) const { return reader_.where() + "." + key; }
  void require_digest(const char* key, const std::string& value) {
    if (!is_sha256_hex(value)) reader_.complain("has a \"" + std::string(key) + "\" that is not a SHA-256");
  }
  void read_resources(const char* key, bool is_required, Resources& values);
  template <class T>
  void read_list(const char* key, bool is_required, std::vector<T>& values) {
    reader_.each(key, is_required, [&](const Json& element, const std::string& where) {
      read_json(element, where, problem_, values.emplace_back());
    });
  }

  ObjectReader reader_;
  std::string& problem_;
};

template <class T>
Json json_of(const T& value) {
  JsonFieldWriter writer;
  fields(writer, value);
  return std::move(writer.json());
}

// `where` names the object in problems, of which the first is kept.
template <class T>
void read_json(const Json& json, const std::string& where, std::string& problem, T& value) {
  JsonFieldReader reader(json, where, problem);
  fields(reader, value);
}

// Reads a whole text. `what` names it in errors.
template <class T>
Result<T> decode_json(std::string_view text, const std::string& what) {
  const Json json = CLC_TRY(parse_json(text, what));
  std::string problem;
  T value;
  read_json(json, what, problem, value);
  if (!problem.empty()) return fail(ErrorKind::k_damaged, problem);
  return value;
}

}  // namespace clc
