// Finds what can be read as text in a binary of any kind, however it is packed.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/embedded_strings.h"

namespace clc::worker {

class TextFinder {
 public:
  // `bytes` of any format, at any depth of others. `kind` is what unstructured text in it counts as.
  void read(BytesView bytes, const std::string& where, TextKind kind = TextKind::k_bytes);
  void add(TextKind kind, std::string where, std::string_view text);
  // Every run of printable bytes, also as UTF-16 and behind base64 and hexadecimal digits.
  void add_runs(BytesView bytes, const std::string& where, TextKind kind);
  // What was unpacked has to stay while it is read.
  void read_unpacked(Bytes bytes, const std::string& where, TextKind kind = TextKind::k_bytes);

  const std::vector<FoundText>& texts() const { return texts_; }

 private:
  void read_embedded(BytesView bytes, const std::string& where);
  void read_embedded_at(BytesView rest, const std::string& where);
  void add_wide_runs(BytesView bytes, const std::string& where, TextKind kind);
  void add_encoded(BytesView run, const std::string& where, TextKind kind);

  std::vector<FoundText> texts_;
  std::set<const char*> seen_;  // where something was read from, so that nothing is read twice
  std::vector<std::unique_ptr<Bytes>> unpacked_;
  std::size_t unpacked_bytes_ = 0;
  int depth_ = 0;
};

// "x + 0x10"
std::string place(const std::string& where, std::size_t offset);

void read_bitcode(BytesView bytes, const std::string& where, TextFinder& into);
void read_elf(BytesView bytes, const std::string& where, TextFinder& into);
void read_spirv(BytesView bytes, const std::string& where, TextFinder& into);
void read_ptx(BytesView bytes, const std::string& where, TextFinder& into);
// What zlib, gzip or zstd packed, or empty.
Bytes unpack(BytesView bytes, std::size_t limit);

}  // namespace clc::worker
