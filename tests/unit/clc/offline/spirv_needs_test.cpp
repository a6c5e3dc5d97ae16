#include "offline/spirv_needs.h"

#include "base/encoding/little_endian.h"
#include "catch_all.h"

using namespace clc;

namespace {

Bytes words(const std::vector<std::uint64_t>& values) {
  Bytes bytes;
  for (const std::uint64_t value : values) append_number(bytes, value, 4);
  return bytes;
}

// Kernel (6), Int64 (11), an extension, and a memory model, after which another capability would be an error.
Bytes module() {
  return words({0x07230203, 0x00010200, 0, 1, 0, 0x00020011, 6, 0x00020011, 11}) + words({0x0004000a}) +
         Bytes("SPV_x\0\0\0\0\0\0\0", 12) + words({0x0003000e, 2, 2, 0x00020011, 99});
}

}  // namespace

TEST_CASE("capabilities and extensions are read to the first other instruction", "[offline]") {
  const SpirvNeeds needs = read_spirv_needs(module());
  CHECK(needs.capabilities == std::vector<std::uint64_t>{6, 11});
  CHECK(needs.extensions == std::vector<std::string>{"SPV_x"});
}

TEST_CASE("a module that is cut anywhere is read as far as it goes", "[offline]") {
  const Bytes whole = module();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(read_spirv_needs(BytesView(whole).substr(0, size)).capabilities.size() <= 2);
  }
  // A size of no words would never end.
  CHECK(read_spirv_needs(words({0, 0, 0, 0, 0, 0x00000011})).capabilities.empty());
}
