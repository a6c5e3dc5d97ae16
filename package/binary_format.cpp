#include "clc/package/binary_format.h"

#include <cstdint>

namespace clc {
namespace {

constexpr std::size_t k_spirv_header_size = 20;

bool begins_with(BytesView bytes, BytesView start) {
  return bytes.substr(0, start.size()) == start;
}

// Past white space and comments, of which PTX has both kinds of C++.
BytesView without_comments(BytesView text) {
  for (;;) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n\v\f");
    if (begin == BytesView::npos) return {};
    text.remove_prefix(begin);
    const bool is_line = begins_with(text, "//");
    if (!is_line && !begins_with(text, "/*")) return text;
    const std::size_t end = is_line ? text.find('\n') : text.find("*/", 2);
    if (end == BytesView::npos) return {};
    text.remove_prefix(end + (is_line ? 1 : 2));
  }
}

// PTX begins with the directive `.version` and a number.
bool is_ptx(BytesView bytes) {
  constexpr BytesView k_directive = ".version";
  const BytesView code = without_comments(bytes);
  if (!begins_with(code, k_directive)) return false;
  const BytesView rest = code.substr(k_directive.size());
  const std::size_t number = rest.find_first_not_of(" \t");
  return number != 0 && number != BytesView::npos && rest[number] >= '0' && rest[number] <= '9';
}

std::uint16_t half_at(BytesView bytes, std::size_t at, bool is_big_endian) {
  const auto first = static_cast<unsigned char>(bytes[at]);
  const auto second = static_cast<unsigned char>(bytes[at + 1]);
  return static_cast<std::uint16_t>(is_big_endian ? first << 8 | second : second << 8 | first);
}

BinaryFormat recognize_elf(BytesView bytes) {
  constexpr char k_32_bits = 1, k_64_bits = 2, k_big_endian = 2;
  constexpr std::size_t k_header_size_32 = 52, k_header_size_64 = 64;
  constexpr std::uint16_t k_cuda = 190, k_intel_gt = 205, k_amdgpu = 224;
  constexpr std::uint16_t k_first_opencl_type = 0xff01, k_last_opencl_type = 0xff05;
  if (bytes.size() < k_header_size_32) return BinaryFormat::k_unknown;
  const char bits = bytes[4];
  if (bits == k_64_bits && bytes.size() < k_header_size_64) return BinaryFormat::k_unknown;
  const bool is_big_endian = bytes[5] == k_big_endian;
  const std::uint16_t type = half_at(bytes, 16, is_big_endian), machine = half_at(bytes, 18, is_big_endian);
  if (machine == k_cuda) return BinaryFormat::k_cubin;
  // R600 chips are the only ones of AMD's that have 32-bit files.
  if (machine == k_amdgpu) return bits == k_32_bits ? BinaryFormat::k_r600 : BinaryFormat::k_amdgcn;
  if (machine == k_intel_gt) return BinaryFormat::k_zebin;
  const bool is_opencl = type >= k_first_opencl_type && type <= k_last_opencl_type;
  return is_opencl ? BinaryFormat::k_intel_elf : BinaryFormat::k_elf;
}

}  // namespace

BinaryFormat recognize(BytesView bytes) {
  if (begins_with(bytes, BytesView("\x10\xff\x10\xad", 4))) return BinaryFormat::k_container;
  if (begins_with(bytes, "\x03\x02\x23\x07") || begins_with(bytes, "\x07\x23\x02\x03"))
    return bytes.size() < k_spirv_header_size ? BinaryFormat::k_unknown : BinaryFormat::k_spirv;
  if (begins_with(bytes, "BC\xc0\xde") || begins_with(bytes, "\xde\xc0\x17\x0b")) return BinaryFormat::k_bitcode;
  if (begins_with(bytes, "poclbin")) return BinaryFormat::k_pocl;
  if (begins_with(bytes, "!<arch>\n")) return BinaryFormat::k_archive;
  if (begins_with(bytes, "CTNI")) return BinaryFormat::k_intel_patch_tokens;
  if (begins_with(bytes,
                  "\x7f"
                  "ELF"))
    return recognize_elf(bytes);
  return is_ptx(bytes) ? BinaryFormat::k_ptx : BinaryFormat::k_unknown;
}

bool is_elf(BinaryFormat format) {
  return format >= BinaryFormat::k_intel_elf;
}

}  // namespace clc
