#include "worker/strings/strings.h"

#include <algorithm>
#include <cctype>
#include <cstdio>

#include <llvm/Support/Base64.h>

#include "clc/package/binary_format.h"
#include "clc/package/container.h"

namespace clc::worker {
namespace {

constexpr int k_deepest = 8;
constexpr std::size_t k_most_unpacked = std::size_t{1} << 29U;
constexpr std::size_t k_shortest_run = 3;
constexpr std::size_t k_shortest_encoded = 16;

bool is_printable(unsigned char c) {
  return (c >= 0x20 && c < 0x7f) || c == '\t' || c == '\n' || c == '\r';
}

// How many bytes the UTF-8 character at the front takes, 0 when there is none.
std::size_t character(BytesView bytes) {
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
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || BytesView("+/-_").find(c) != BytesView::npos;
}

// `text` is nothing but digits, of either alphabet.
Bytes decode_base64(BytesView text) {
  std::string digits(text);
  std::replace(digits.begin(), digits.end(), '-', '+');
  std::replace(digits.begin(), digits.end(), '_', '/');
  if (digits.size() % 4 == 1) digits.pop_back();
  digits.append((4 - digits.size() % 4) % 4, '=');
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(digits, bytes)) {
    llvm::consumeError(std::move(error));
    return {};
  }
  return Bytes(bytes.begin(), bytes.end());
}

Bytes decode_hex(BytesView text) {
  Bytes result;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    result += static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16));
  }
  return result;
}

bool looks_like_text(BytesView bytes) {
  const auto count =
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return is_printable(static_cast<unsigned char>(c)); });
  return static_cast<std::size_t>(count) * 20 >= bytes.size() * 19;
}

}  // namespace

std::string place(const std::string& where, std::size_t offset) {
  if (offset == 0 && !where.empty()) return where;
  char digits[24];
  std::snprintf(digits, sizeof digits, "0x%zx", offset);
  return where.empty() ? digits : where + " + " + digits;
}

void TextFinder::add(TextKind kind, std::string where, std::string_view text) {
  if (!text.empty()) texts_.push_back({kind, std::move(where), std::string(text)});
}

void TextFinder::add_runs(BytesView bytes, const std::string& where, TextKind kind) {
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = at;
    while (end < bytes.size()) {
      const std::size_t size = character(bytes.substr(end, 4));
      if (size == 0) break;
      end += size;
    }
    if (end - at >= k_shortest_run) {
      add(kind, place(where, at), bytes.substr(at, end - at));
      add_encoded(bytes.substr(at, end - at), place(where, at), kind);
    }
    at = std::max(end, at + 1);
  }
  add_wide_runs(bytes, where, kind);
}

// UTF-16 of either byte order: every second byte is zero.
void TextFinder::add_wide_runs(BytesView bytes, const std::string& where, TextKind kind) {
  for (std::size_t at = 0; at + 1 < bytes.size();) {
    std::string text;
    std::size_t end = at;
    while (end + 1 < bytes.size() && is_printable(static_cast<unsigned char>(bytes[end])) && bytes[end + 1] == '\0') {
      text += bytes[end];
      end += 2;
    }
    if (text.size() > k_shortest_run) {
      add(kind, place(where, at) + ", UTF-16", text);
      at = end;
    } else {
      ++at;
    }
  }
}

void TextFinder::add_encoded(BytesView run, const std::string& where, TextKind kind) {
  const auto runs_of = [&](const auto& is_digit, const auto& decode, const char* name) {
    for (std::size_t at = 0; at < run.size();) {
      std::size_t end = at;
      while (end < run.size() && is_digit(run[end])) ++end;
      if (end - at >= k_shortest_encoded) {
        const Bytes decoded = decode(run.substr(at, end - at));
        if (looks_like_text(decoded)) add(kind, place(where, at) + ", " + name, decoded);
      }
      at = end + 1;
    }
  };
  runs_of(is_base64_digit, decode_base64, "base64");
  runs_of([](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }, decode_hex, "hexadecimal");
}

void TextFinder::read_unpacked(Bytes bytes, const std::string& where, TextKind kind) {
  if (bytes.empty()) return;
  unpacked_bytes_ += bytes.size();
  unpacked_.push_back(std::make_unique<Bytes>(std::move(bytes)));
  read(*unpacked_.back(), where, kind);
}

void TextFinder::read(BytesView bytes, const std::string& where, TextKind kind) {
  if (bytes.empty() || depth_ > k_deepest) return;
  ++depth_;
  seen_.insert(bytes.data());
  const BinaryFormat format = recognize(bytes);
  if (format == BinaryFormat::k_container) {
    if (const auto images = view_container(bytes)) {
      for (const ImageView& image : *images) {
        const std::string name = place(where, 0) + ", image " + image.name;
        for (const std::string& text : {image.name, image.triple, image.arch}) add(TextKind::k_name, name, text);
        read(image.bytes, name);
      }
    }
  } else if (is_elf(format)) {
    read_elf(bytes, where, *this);
  } else if (format == BinaryFormat::k_bitcode) {
    read_bitcode(bytes, where, *this);
  } else if (format == BinaryFormat::k_spirv) {
    read_spirv(bytes, where, *this);
  } else if (format == BinaryFormat::k_ptx) {
    read_ptx(bytes, where, *this);
  } else if (Bytes unpacked = unpack(bytes, k_most_unpacked - unpacked_bytes_); !unpacked.empty()) {
    read_unpacked(std::move(unpacked), place(where, 0) + ", unpacked", kind);
  }
  read_embedded(bytes, where);
  add_runs(bytes, where, kind);
  --depth_;
}

// Whatever holds binaries holds their first bytes somewhere: no container has to be known.
void TextFinder::read_embedded(BytesView bytes, const std::string& where) {
  for (std::size_t at = 1; at + 8 < bytes.size(); ++at) {
    if (seen_.contains(bytes.data() + at)) continue;
    const auto first = static_cast<unsigned char>(bytes[at]);
    const bool may_begin = first == 0x7f || first == 'B' || first == 0xde || first == 0x03 || first == 0x07 || first == 0x28 ||
                           first == 0x78 || first == 0x1f || first == '.';
    if (may_begin) read_embedded_at(bytes.substr(at), place(where, at));
  }
}

void TextFinder::read_embedded_at(BytesView rest, const std::string& where) {
  if (depth_ >= k_deepest) return;
  const auto enter = [&](const auto& read_it, const char* name) {
    seen_.insert(rest.data());
    ++depth_;
    read_it(rest, name[0] == '\0' ? where : where + ", " + name, *this);
    --depth_;
  };
  const BinaryFormat format = recognize(rest);
  if (is_elf(format)) return enter(read_elf, "ELF");
  if (format == BinaryFormat::k_bitcode) return enter(read_bitcode, "bitcode");
  if (format == BinaryFormat::k_spirv) return enter(read_spirv, "SPIR-V");
  if (format == BinaryFormat::k_ptx) return enter(read_ptx, "PTX");
  if (Bytes unpacked = unpack(rest, k_most_unpacked - unpacked_bytes_); !unpacked.empty()) {
    seen_.insert(rest.data());
    read_unpacked(std::move(unpacked), where + ", unpacked");
  }
}

}  // namespace clc::worker
