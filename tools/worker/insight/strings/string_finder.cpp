#include "worker/insight/strings/string_finder.h"

#include <algorithm>
#include <cstdio>

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Base64.h>

#include "clc/package/binary_format.h"
#include "clc/package/container.h"
#include "worker/insight/strings/bitcode_strings.h"
#include "worker/insight/strings/decompress.h"
#include "worker/insight/strings/elf_strings.h"
#include "worker/insight/strings/ptx_strings.h"
#include "worker/insight/strings/spirv_strings.h"

namespace clc::worker {
namespace {

constexpr int k_deepest = 8;  // depth of formats within formats
constexpr std::size_t k_most_decompressed = std::size_t{1} << 29U;
constexpr std::size_t k_shortest_run = 3;
constexpr std::size_t k_shortest_encoded = 16;  // digits

bool is_printable(unsigned char c) {
  return (c >= 0x20 && c < 0x7f) || c == '\t' || c == '\n' || c == '\r';
}

// The size in bytes of the UTF-8 character at the front; 0 where there is none.
std::size_t character_size(BytesView bytes) {
  const auto first = static_cast<unsigned char>(bytes.front());
  if (first < 0x80) return is_printable(first) ? 1 : 0;
  const std::size_t size = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (first >= 0xf5 || size == 0 || bytes.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((static_cast<unsigned char>(bytes[i]) & 0xc0U) != 0x80U) return 0;
  }
  return size;
}

bool is_base64_digit(char c) {
  return llvm::isAlnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

// `digits` have no padding; `-` and `_` are the digits of URLs.
Bytes decode_base64(BytesView digits) {
  constexpr std::size_t k_group = 4;  // number of digits that encode three bytes
  std::string whole(digits);
  std::ranges::replace(whole, '-', '+');
  std::ranges::replace(whole, '_', '/');
  whole.resize((whole.size() + k_group - 1) / k_group * k_group, 'A');
  std::vector<char> bytes;
  if (llvm::errorToBool(llvm::decodeBase64(whole, bytes))) return {};
  return Bytes(bytes.data(), digits.size() * 3 / k_group);
}

Bytes decode_hex(BytesView digits) {
  return llvm::fromHex(digits.substr(0, digits.size() / 2 * 2));
}

bool looks_like_text(BytesView bytes) {
  const auto count =
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return is_printable(static_cast<unsigned char>(c)); });
  return static_cast<std::size_t>(count) * 20 >= bytes.size() * 19;
}

}  // namespace

std::string location_at(const std::string& location, std::size_t offset) {
  if (offset == 0 && !location.empty()) return location;
  char digits[24];
  std::snprintf(digits, sizeof digits, "0x%zx", offset);
  return location.empty() ? digits : location + " + " + digits;
}

void StringFinder::add(StringKind kind, std::string location, std::string_view text) {
  if (!text.empty()) strings_.push_back({kind, std::move(location), std::string(text)});
}

void StringFinder::add_runs(BytesView bytes, const std::string& location, StringKind kind) {
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = at;
    while (end < bytes.size()) {
      const std::size_t size = character_size(bytes.substr(end, 4));
      if (size == 0) break;
      end += size;
    }
    if (end - at >= k_shortest_run) {
      add(kind, location_at(location, at), bytes.substr(at, end - at));
      add_encoded(bytes.substr(at, end - at), location_at(location, at), kind);
    }
    at = std::max(end, at + 1);
  }
  add_wide_runs(bytes, location, kind);
}

// Adds text in UTF-16 of either byte order: every second byte of Latin text is zero.
void StringFinder::add_wide_runs(BytesView bytes, const std::string& location, StringKind kind) {
  for (std::size_t at = 0; at + 1 < bytes.size();) {
    std::string text;
    std::size_t end = at;
    while (end + 1 < bytes.size() && is_printable(static_cast<unsigned char>(bytes[end])) && bytes[end + 1] == '\0') {
      text += bytes[end];
      end += 2;
    }
    if (text.size() > k_shortest_run) {
      add(kind, location_at(location, at) + ", UTF-16", text);
      at = end;
    } else {
      ++at;
    }
  }
}

void StringFinder::add_encoded(BytesView run, const std::string& location, StringKind kind) {
  const auto runs_of = [&](const auto& is_digit, const auto& decode, const char* name) {
    for (std::size_t at = 0; at < run.size();) {
      std::size_t end = at;
      while (end < run.size() && is_digit(run[end])) ++end;
      if (end - at >= k_shortest_encoded) {
        const Bytes decoded = decode(run.substr(at, end - at));
        if (looks_like_text(decoded))
          add(kind == StringKind::k_text ? StringKind::k_bytes : kind, location_at(location, at) + ", " + name,
              decoded);
      }
      at = end + 1;
    }
  };
  runs_of(is_base64_digit, decode_base64, "base64");
  runs_of(llvm::isHexDigit, decode_hex, "hexadecimal");
}

std::size_t StringFinder::bytes_left_to_copy() const {
  return copied_bytes_ < k_most_decompressed ? k_most_decompressed - copied_bytes_ : 0;
}

void StringFinder::read_copy(Bytes bytes, const std::string& location, StringKind kind) {
  if (bytes.empty()) return;
  copied_bytes_ += bytes.size();
  copies_.push_back(std::make_unique<Bytes>(std::move(bytes)));
  read(*copies_.back(), location, kind);
}

void StringFinder::read(BytesView bytes, const std::string& location, StringKind kind) {
  if (bytes.empty() || depth_ > k_deepest) return;
  ++depth_;
  seen_.insert(bytes.data());
  const BinaryFormat format = recognize(bytes);
  Bytes rest;  // the bytes that their format does not explain, where it explains some
  if (format == BinaryFormat::k_container) {
    read_container(bytes, location);
  } else if (is_elf(format)) {
    rest = read_elf_strings(bytes, location, *this);
  } else if (format == BinaryFormat::k_bitcode) {
    read_bitcode_strings(bytes, location, *this);
  } else if (format == BinaryFormat::k_spirv) {
    read_spirv_strings(bytes, location, *this);
  } else if (format == BinaryFormat::k_ptx) {
    read_ptx_strings(bytes, location, *this);
  } else if (Bytes contents = decompress(bytes, bytes_left_to_copy()); !contents.empty()) {
    read_copy(std::move(contents), location_at(location, 0) + ", unpacked", kind);
  }
  read_embedded(bytes, location);
  // A text is read by its words; what is longer than a word is looked for in the whole of it.
  const std::size_t text = format == BinaryFormat::k_ptx ? std::min(bytes.find('\0'), bytes.size()) : 0;
  add_runs(bytes.substr(0, text), location, StringKind::k_text);
  add_runs(rest.empty() ? bytes.substr(text) : BytesView(rest), text == 0 ? location : location_at(location, text),
           kind);
  --depth_;
}

void StringFinder::read_container(BytesView bytes, const std::string& location) {
  const auto images = view_container(bytes);
  if (!images) return;
  for (const ImageView& image : *images) {
    const std::string name = location_at(location, 0) + ", image " + image.name;
    for (const std::string& text : {image.name, image.triple, image.arch}) add(StringKind::k_name, name, text);
    read(image.bytes, name);
  }
}

// Looks for the first bytes of the known formats at every offset, without knowledge of the container around them.
void StringFinder::read_embedded(BytesView bytes, const std::string& location) {
  for (std::size_t at = 1; at + 8 < bytes.size(); ++at) {
    if (seen_.contains(bytes.data() + at)) continue;
    const auto first = static_cast<unsigned char>(bytes[at]);
    const bool may_begin = first == 0x7f || first == 'B' || first == 0xde || first == 0x03 || first == 0x07 ||
                           first == 0x28 || first == 0x78 || first == 0x1f || first == '.';
    if (may_begin) read_embedded_at(bytes.substr(at), location_at(location, at));
  }
}

void StringFinder::read_embedded_at(BytesView rest, const std::string& location) {
  if (depth_ >= k_deepest) return;
  const auto enter = [&](const auto& read_it, const char* name) {
    seen_.insert(rest.data());
    ++depth_;
    read_it(rest, name[0] == '\0' ? location : location + ", " + name, *this);
    --depth_;
  };
  const BinaryFormat format = recognize(rest);
  if (is_elf(format)) return enter(read_elf_strings, "ELF");
  if (format == BinaryFormat::k_bitcode) return enter(read_bitcode_strings, "bitcode");
  if (format == BinaryFormat::k_spirv) return enter(read_spirv_strings, "SPIR-V");
  if (format == BinaryFormat::k_ptx) return enter(read_ptx_strings, "PTX");
  if (Bytes contents = decompress(rest, bytes_left_to_copy()); !contents.empty()) {
    seen_.insert(rest.data());
    read_copy(std::move(contents), location + ", unpacked");
  }
}

}  // namespace clc::worker
