// The tables of ELF files that clc reads, as the format's specification lays them out, for systems without <elf.h>.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clc::elf {

inline constexpr std::size_t k_ident_size = 16, k_class_at = 4;
inline constexpr unsigned char k_class_32 = 1, k_class_64 = 2;
// Types of sections and of symbols.
inline constexpr std::uint32_t k_symtab = 2, k_nobits = 8, k_dynsym = 11;
inline constexpr unsigned k_function = 2;

// Offsets and addresses have 32 or 64 bits.
template <class Word>
struct Header {
  unsigned char ident[k_ident_size];
  std::uint16_t type, machine;
  std::uint32_t version;
  Word entry, programs_at, sections_at;
  std::uint32_t flags;
  std::uint16_t size, program_size, programs, section_size, sections, names;
};

template <class Word>
struct Section {
  std::uint32_t name, type;
  Word flags, address, offset, size;
  std::uint32_t link, info;
  Word alignment, entry_size;
};

// Symbols of 64-bit files.
struct Symbol {
  std::uint32_t name;
  unsigned char info, other;
  std::uint16_t section;
  std::uint64_t value, size;

  unsigned type() const { return info & 0xFU; }
};

static_assert(sizeof(Header<std::uint64_t>) == 64 && sizeof(Header<std::uint32_t>) == 52);
static_assert(sizeof(Section<std::uint64_t>) == 64 && sizeof(Section<std::uint32_t>) == 40);
static_assert(sizeof(Symbol) == 24);

}  // namespace clc::elf
