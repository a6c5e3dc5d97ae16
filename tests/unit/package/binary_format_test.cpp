#include <string>
#include <utility>
#include <vector>

#include "catch_all.h"
#include "clc/package/binary_format.h"
#include "clc/package/container.h"

using namespace clc;

namespace {

constexpr char k_32_bits = 1, k_64_bits = 2;
constexpr char k_little_endian = 1, k_big_endian = 2;

// The header of an ELF file, which is 64 bytes long (52 for 32 bits).
Bytes elf(char bits, unsigned type, unsigned machine, char order = k_little_endian) {
  Bytes bytes(bits == k_64_bits ? 64 : 52, '\0');
  bytes.replace(0, 4,
                "\x7f"
                "ELF");
  bytes[4] = bits;
  bytes[5] = order;
  const auto put = [&](std::size_t at, unsigned value) {
    const std::size_t low = order == k_big_endian ? at + 1 : at;
    bytes[low] = static_cast<char>(value & 0xffU);
    bytes[at == low ? at + 1 : at] = static_cast<char>(value >> 8U);
  };
  put(16, type);
  put(18, machine);
  return bytes;
}

Bytes spirv(BytesView magic) {
  return Bytes(magic) + Bytes(16, '\0');
}

// Each is exactly long enough to be recognized.
const std::vector<std::pair<BinaryFormat, Bytes>>& samples() {
  static const std::vector<std::pair<BinaryFormat, Bytes>> samples = {
      {BinaryFormat::k_container, "\x10\xff\x10\xad"},
      {BinaryFormat::k_spirv, spirv("\x03\x02\x23\x07")},
      {BinaryFormat::k_spirv, spirv("\x07\x23\x02\x03")},
      {BinaryFormat::k_ptx, ".version 7"},
      {BinaryFormat::k_ptx, "//\n// made by\n\n.version 7"},
      {BinaryFormat::k_ptx, "/* made\n by */ // and\r\n\t.version\t7"},
      {BinaryFormat::k_bitcode, "BC\xc0\xde"},
      {BinaryFormat::k_bitcode, "\xde\xc0\x17\x0b"},
      {BinaryFormat::k_pocl, "poclbin"},
      {BinaryFormat::k_intel_patch_tokens, "CTNI"},
      {BinaryFormat::k_intel_elf, elf(k_64_bits, 0xff04, 0)},
      {BinaryFormat::k_zebin, elf(k_64_bits, 3, 205)},
      {BinaryFormat::k_cubin, elf(k_64_bits, 2, 190)},
      {BinaryFormat::k_amdgcn, elf(k_64_bits, 3, 224)},
      {BinaryFormat::k_r600, elf(k_32_bits, 1, 224)},
      {BinaryFormat::k_elf, elf(k_64_bits, 3, 62)},
      {BinaryFormat::k_elf, elf(k_32_bits, 3, 20, k_big_endian)},
      {BinaryFormat::k_zebin, elf(k_64_bits, 3, 205, k_big_endian)},
  };
  return samples;
}

}  // namespace

TEST_CASE("binaries are told apart by their first bytes") {
  for (const auto& [format, bytes] : samples()) {
    CAPTURE(bytes);
    CHECK(recognize(bytes) == format);
    CHECK(recognize(bytes + "and whatever follows") == format);
    CHECK(is_elf(format) == (bytes.substr(1, 3) == "ELF"));
  }
  CHECK(recognize(encode_container({{"a", "b", "c", "d"}})) == BinaryFormat::k_container);
  CHECK_FALSE(is_elf(BinaryFormat::k_unknown));
}

TEST_CASE("a binary whose header is cut short is of no known format") {
  for (const auto& [format, bytes] : samples()) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      CAPTURE(bytes, size);
      CHECK(recognize(BytesView(bytes).substr(0, size)) == BinaryFormat::k_unknown);
    }
  }
}

TEST_CASE("what merely looks like a binary is of no known format") {
  const std::vector<Bytes> others = {
      "x",
      " .version",
      ".version",
      ".versions 7",
      ".version x",
      "kernel void k() {}  // .version 7\n.version 7 .target sm_90",
      "// .version 7",
      "/* .version 7",
      "/*/ .version 7",
      Bytes("\0.version 7", 11),
      "\x02\x03\x23\x07" + Bytes(16, '\0'),
      Bytes("poclbi\0n", 8),
      "elf" + elf(k_64_bits, 3, 62),
      " " + elf(k_64_bits, 3, 62),
      "B\xc0\xde",
      "ctni",
  };
  for (const Bytes& bytes : others) {
    CAPTURE(bytes);
    CHECK(recognize(bytes) == BinaryFormat::k_unknown);
  }
}
