// The sections of an ELF file, as far as resource figures need them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/package/bytes.h"

namespace clc {

struct ElfSection {
  std::string name;
  std::uint64_t size = 0;
  BytesView bytes;  // empty when it has none in the file
};

bool is_elf(BytesView file);

// Little-endian, 64 bits. What is cut short or hostile gives fewer sections.
std::vector<ElfSection> elf_sections(BytesView file);

}  // namespace clc
