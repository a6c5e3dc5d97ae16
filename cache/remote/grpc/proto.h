// Messages of protobuf as bytes. A message is a struct with one list of its fields, by the numbers of the API's
// definitions and in their order:
//
//   template <class F>
//   void fields(F& f, FieldsOf<F, Digest>& digest) {
//     f(1, digest.hash);
//     f(2, digest.size_bytes);
//   }
//
// Fields are numbers, texts, messages, and vectors of them. Fields that the list lacks are skipped.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/fields/fields.h"

namespace clc::cache::proto {

enum class Wire : unsigned { k_number = 0, k_fixed64 = 1, k_bytes = 2, k_fixed32 = 5 };

struct Field {
  unsigned number = 0;
  Wire wire = Wire::k_number;
  std::uint64_t value = 0;  // of a number
  std::string_view bytes;
};

void put_number(std::string& bytes, std::uint64_t value);
std::optional<std::uint64_t> take_number(std::string_view& bytes);
// Takes the field that `bytes` begin with. Nothing: they are damaged.
std::optional<Field> take_field(std::string_view& bytes);

template <class Message>
std::string encode(const Message& message);

// Elements of vectors in one message, those in messages within it too: two bytes can be one of a hundred.
constexpr std::size_t k_usual_elements = 1024;
// False: the bytes are damaged, or have more elements than `most_elements`.
template <class Message>
bool decode(std::string_view bytes, Message& message, std::size_t most_elements = k_usual_elements);
template <class Message>
bool decode_within(std::string_view bytes, Message& message, std::size_t& elements_left);

class Writer {
 public:
  static constexpr bool k_reads = false;

  // A default value is not written.
  template <std::integral Number>
  void operator()(unsigned number, Number value) {
    if (value == 0) return;
    put_tag(number, Wire::k_number);
    put_number(bytes, static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
  }
  void operator()(unsigned number, const std::string& text) {
    if (!text.empty()) put_bytes(number, text);
  }
  template <class Message>
    requires std::is_class_v<Message>
  void operator()(unsigned number, const Message& message) {
    (*this)(number, encode(message));
  }
  template <class Element>
  void operator()(unsigned number, const std::vector<Element>& elements) {
    if constexpr (std::integral<Element>) {
      std::string packed;
      for (const Element element : elements) put_number(packed, static_cast<std::uint64_t>(element));
      (*this)(number, packed);
    } else {
      for (const Element& element : elements) {
        if constexpr (std::same_as<Element, std::string>) {
          put_bytes(number, element);
        } else {
          put_bytes(number, encode(element));
        }
      }
    }
  }

  std::string bytes;

 private:
  void put_tag(unsigned number, Wire wire) { put_number(bytes, number << 3U | static_cast<unsigned>(wire)); }
  void put_bytes(unsigned number, std::string_view text) {
    put_tag(number, Wire::k_bytes);
    put_number(bytes, text.size());
    bytes += text;
  }
};

// Gives one field to the member that has its number.
class Reader {
 public:
  static constexpr bool k_reads = true;

  Reader(const Field& field, std::size_t& elements_left) : field_(field), elements_left_(elements_left) {}

  template <std::integral Number>
  void operator()(unsigned number, Number& value) {
    if (has(number, Wire::k_number)) value = static_cast<Number>(field_.value);
  }
  void operator()(unsigned number, std::string& text) {
    if (has(number, Wire::k_bytes)) text = field_.bytes;
  }
  template <class Message>
    requires std::is_class_v<Message>
  void operator()(unsigned number, Message& message) {
    if (has(number, Wire::k_bytes) && !decode_within(field_.bytes, message, elements_left_)) is_good = false;
  }
  template <class Element>
  void operator()(unsigned number, std::vector<Element>& elements) {
    if (field_.number != number) return;
    if constexpr (std::integral<Element>) {
      std::string_view packed = field_.bytes;
      if (field_.wire == Wire::k_number && may_add()) elements.push_back(static_cast<Element>(field_.value));
      while (!packed.empty() && is_good) {
        const std::optional<std::uint64_t> value = take_number(packed);
        is_good = value.has_value();
        if (value && may_add()) elements.push_back(static_cast<Element>(*value));
      }
    } else if (has(number, Wire::k_bytes) && may_add()) {
      (*this)(number, elements.emplace_back());
    }
  }

  bool is_good = true;

 private:
  bool has(unsigned number, Wire wire) {
    if (field_.number != number) return false;
    is_good = is_good && field_.wire == wire;
    return is_good;
  }

  bool may_add() {
    is_good = is_good && elements_left_ > 0;
    if (is_good) --elements_left_;
    return is_good;
  }

  const Field& field_;
  std::size_t& elements_left_;
};

template <class Message>
std::string encode(const Message& message) {
  Writer writer;
  fields(writer, message);
  return std::move(writer.bytes);
}

template <class Message>
bool decode_within(std::string_view bytes, Message& message, std::size_t& elements_left) {
  while (!bytes.empty()) {
    const std::optional<Field> field = take_field(bytes);
    if (!field) return false;
    Reader reader(*field, elements_left);
    fields(reader, message);
    if (!reader.is_good) return false;
  }
  return true;
}

template <class Message>
bool decode(std::string_view bytes, Message& message, std::size_t most_elements) {
  return decode_within(bytes, message, most_elements);
}

}  // namespace clc::cache::proto
