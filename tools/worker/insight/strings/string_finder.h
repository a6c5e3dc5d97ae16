// Finds the text in a binary of any kind, also in compressed and encoded parts.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/embedded_strings.h"

namespace clc::worker {

class StringFinder {
 public:
  // Finds the strings in `bytes`, which may have any format and hold other formats. Strings outside of known structures
  // get the kind `kind`.
  void read(BytesView bytes, const std::string& location, StringKind kind = StringKind::k_bytes);
  // Reads and keeps bytes that were decompressed or decoded.
  void read_copy(Bytes bytes, const std::string& location, StringKind kind = StringKind::k_bytes);

  // Adds a string that the reader of a format found.
  void add(StringKind kind, std::string location, std::string_view text);
  // Adds every run of printable bytes, also in UTF-16, and the text that base64 and hexadecimal digits encode.
  void add_runs(BytesView bytes, const std::string& location, StringKind kind);

  const std::vector<EmbeddedString>& strings() const { return strings_; }

 private:
  std::size_t bytes_left_to_copy() const;
  void read_container(BytesView bytes, const std::string& location);
  void read_embedded(BytesView bytes, const std::string& location);
  void read_embedded_at(BytesView rest, const std::string& location);
  void add_wide_runs(BytesView bytes, const std::string& location, StringKind kind);
  void add_encoded(BytesView run, const std::string& location, StringKind kind);

  std::vector<EmbeddedString> strings_;
  std::set<const char*> seen_;                  // addresses of bytes that were read, so that nothing is read twice
  std::vector<std::unique_ptr<Bytes>> copies_;  // kept alive while seen_ holds their addresses
  std::size_t copied_bytes_ = 0;
  int depth_ = 0;
};

// "x + 0x10" for 16 bytes after the location "x".
std::string location_at(const std::string& location, std::size_t offset);

}  // namespace clc::worker
