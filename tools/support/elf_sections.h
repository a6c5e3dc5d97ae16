// The sections and functions of an ELF file, as far as metrics and comparisons of code need them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"

namespace clc {

struct ElfSection {
  std::string name;
  std::uint64_t size = 0;
  BytesView bytes;  // empty when it has none in the file
};

// Returns the sections of a little-endian file. One that is cut short or malformed gives fewer of them.
std::vector<ElfSection> elf_sections(BytesView file);

// Code with a name in the symbol table of a 64-bit file, in the order of the names.
struct ElfFunction {
  std::string name;
  BytesView bytes;
};
std::vector<ElfFunction> elf_functions(BytesView file);

}  // namespace clc
