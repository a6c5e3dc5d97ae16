// Structs as bytes, by lists of their fields (fields.h), in the encoding of byte_codec.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/fields/byte_codec.h"
#include "base/fields/fields.h"
#include "clc/base/digest.h"
#include "clc/base/result.h"

namespace clc {

class ByteFieldWriter {
 public:
  static constexpr bool k_reads = false;

  explicit ByteFieldWriter(ByteWriter& writer) : writer_(writer) {}

  void text(const std::string& value) { writer_.text(value); }
  void texts(const std::vector<std::string>& values) {
    writer_.number(values.size());
    for (const std::string& value : values) text(value);
  }
  void digest(const std::string& value) { text(value); }
  template <class Number>
  void number(Number value, std::uint64_t /*maximum*/ = 0) {
    writer_.number(static_cast<std::uint64_t>(value));
  }
  // A number that may be negative, within these limits.
  template <class Number>
  void number_between(std::int64_t least, Number value, std::int64_t /*most*/) {
    writer_.number(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least));
  }
  void flag(bool value) { flags(value); }
  // Several in one number.
  template <class... Flags>
  void flags(Flags... values) {
    std::uint64_t number = 0, bit = 1;
    ((number |= values ? bit : 0, bit <<= 1U), ...);
    writer_.number(number);
  }
  template <class Enum>
  void choice(Enum value, Enum /*last*/) {
    writer_.number(static_cast<std::uint64_t>(value));
  }
  template <class T>
  void object(const T& value) {
    fields(*this, value);
  }
  template <class T>
  void list(const std::vector<T>& values, std::uint64_t /*most*/ = 0) {
    writer_.number(values.size());
    for (const T& value : values) fields(*this, value);
  }
  template <class T>
  void lists(const std::vector<std::vector<T>>& values) {
    writer_.number(values.size());
    for (const std::vector<T>& value : values) list(value);
  }
  void require(bool /*is_right*/) {}

 private:
  ByteWriter& writer_;
};

class ByteFieldReader {
 public:
  static constexpr bool k_reads = true;

  explicit ByteFieldReader(ByteReader& reader) : reader_(reader) {}

  void text(std::string& value) { value = reader_.text(); }
  void texts(std::vector<std::string>& values) {
    each(std::numeric_limits<std::uint64_t>::max(), [&] { text(values.emplace_back()); });
  }
  void digest(std::string& value) {
    text(value);
    require(is_sha256_hex(value));
  }
  // A number over `maximum` is damage.
  template <class Number>
  void number(Number& value, std::uint64_t maximum = std::numeric_limits<Number>::max()) {
    value = static_cast<Number>(reader_.number(maximum));
  }
  template <class Number>
  void number_between(std::int64_t least, Number& value, std::int64_t most) {
    const auto first = static_cast<std::uint64_t>(least);
    value = static_cast<Number>(reader_.number(static_cast<std::uint64_t>(most) - first) + first);
  }
  void flag(bool& value) { flags(value); }
  template <class... Flags>
  void flags(Flags&... values) {
    std::uint64_t number = reader_.number((std::uint64_t{1} << sizeof...(values)) - 1);
    ((values = (number & 1U) != 0, number >>= 1U), ...);
  }
  template <class Enum>
  void choice(Enum& value, Enum last) {
    value = static_cast<Enum>(reader_.number(static_cast<std::uint64_t>(last)));
  }
  template <class T>
  void object(T& value) {
    fields(*this, value);
  }
  // A list of more than `most` is damage.
  template <class T>
  void list(std::vector<T>& values, std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    each(most, [&] { fields(*this, values.emplace_back()); });
  }
  template <class T>
  void lists(std::vector<std::vector<T>>& values) {
    each(std::numeric_limits<std::uint64_t>::max(), [&] { list(values.emplace_back()); });
  }
  void require(bool is_right) {
    if (!is_right) reader_.refuse();
  }

 private:
  // Each element takes a byte or more, so that damage cannot ask for more elements than there are bytes.
  template <class Read>
  void each(std::uint64_t most, Read&& read) {
    const std::uint64_t count = reader_.number(std::min<std::uint64_t>(most, reader_.left()));
    for (std::uint64_t i = 0; i < count && reader_.is_good(); ++i) read();
  }

  ByteReader& reader_;
};

template <class T>
void write_fields(const T& value, ByteWriter& writer) {
  ByteFieldWriter byte_fields(writer);
  fields(byte_fields, value);
}

template <class T>
T read_fields(ByteReader& reader) {
  T value;
  ByteFieldReader byte_fields(reader);
  fields(byte_fields, value);
  return value;
}

template <class T>
Bytes encode_fields(const T& value) {
  ByteWriter writer;
  write_fields(value, writer);
  return writer.take();
}

// Decodes all of the bytes. `what` names the value in the error.
template <class T>
Result<T> decode_fields(BytesView bytes, const std::string& what) {
  ByteReader reader(bytes);
  T value = read_fields<T>(reader);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, what + " is damaged");
  return value;
}

template <class T>
Bytes encode_list(const std::vector<T>& values) {
  ByteWriter writer;
  ByteFieldWriter(writer).list(values);
  return writer.take();
}

// Decodes all of the bytes. `what` names the list in the error.
template <class T>
Result<std::vector<T>> decode_list(BytesView bytes, const std::string& what) {
  ByteReader reader(bytes);
  std::vector<T> values;
  ByteFieldReader(reader).list(values);
  if (!reader.is_done()) return fail(ErrorKind::k_damaged, what + " is damaged");
  return values;
}

}  // namespace clc
