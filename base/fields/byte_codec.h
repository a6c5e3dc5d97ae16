// The encoding of numbers and strings in the cache and in replies. Reading never goes past the end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "clc/base/bytes.h"

namespace clc {

class ByteWriter {
 public:
  // Writes seven bits in each byte, the lowest first; the highest bit says that more bytes follow.
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes_ += static_cast<char>(0x80U | (value & 0x7fU));
    bytes_ += static_cast<char>(value);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

// Reads what a ByteWriter wrote. After the first damage everything reads as zero or empty, and is_good() is false.
class ByteReader {
 public:
  explicit ByteReader(BytesView bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (bytes_.empty()) break;
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      const std::uint64_t bits = byte & 0x7fU;
      if (shift == 63 && bits > 1) break;
      value |= bits << shift;
      // Each number has only one encoding.
      if (byte < 0x80) return byte == 0 && shift != 0 ? refuse() : value;
    }
    return refuse();
  }
  // Reads a number; one over `limit` is damage.
  std::uint64_t number(std::uint64_t limit) {
    const std::uint64_t value = number();
    return value <= limit ? value : refuse();
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > bytes_.size()) refuse();
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(text.size());
    return text;
  }
  // Notes damage that a caller finds. Returns 0.
  std::uint64_t refuse() {
    is_good_ = false;
    bytes_ = {};
    return 0;
  }
  bool is_good() const { return is_good_; }
  std::size_t left() const { return bytes_.size(); }
  bool is_done() const { return is_good_ && bytes_.empty(); }

 private:
  BytesView bytes_;
  bool is_good_ = true;
};

}  // namespace clc
