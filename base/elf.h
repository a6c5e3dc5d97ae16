// Structures and numbers of little-endian ELF files, by the names of its specification. Not every system has a header
// of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clc::elf {

inline constexpr std::string_view k_magic = "\177ELF";
inline constexpr std::size_t k_class = 4, k_os_abi = 7, k_abi_version = 8;  // places in e_ident
inline constexpr unsigned char k_class_32 = 1, k_class_64 = 2;

// Addresses and offsets of a file with 32 bits are shorter.
template <class Word>
struct HeaderOf {
  unsigned char e_ident[16];
  std::uint16_t e_type, e_machine;
  std::uint32_t e_version;
  Word e_entry, e_phoff, e_shoff;
  std::uint32_t e_flags;
  std::uint16_t e_ehsize, e_phentsize, e_phnum, e_shentsize, e_shnum, e_shstrndx;
};
using Header = HeaderOf<std::uint64_t>;
inline constexpr std::uint16_t k_shared_object = 3;  // e_type

struct Segment {
  std::uint32_t p_type, p_flags;
  std::uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
};
inline constexpr std::uint32_t k_load = 1, k_dynamic = 2, k_note = 4, k_gnu_relro = 0x6474e552;  // p_type
inline constexpr std::uint32_t k_executable = 1, k_writable = 2;                                 // p_flags

template <class Word>
struct SectionOf {
  std::uint32_t sh_name, sh_type;
  Word sh_flags, sh_addr, sh_offset, sh_size;
  std::uint32_t sh_link, sh_info;
  Word sh_addralign, sh_entsize;
};
using Section = SectionOf<std::uint64_t>;
inline constexpr std::uint32_t k_symbol_table = 2, k_no_bits = 8, k_dynamic_symbols = 11;  // sh_type

struct Dynamic {
  std::int64_t d_tag;
  std::uint64_t d_value;  // d_un
};
inline constexpr std::int64_t k_hash = 4, k_strings = 5, k_symbols = 6, k_rela = 7, k_rela_size = 8;  // d_tag

struct Symbol {
  std::uint32_t st_name;
  unsigned char st_info, st_other;
  std::uint16_t st_shndx;
  std::uint64_t st_value, st_size;
};
constexpr unsigned type_of(const Symbol& symbol) {
  return symbol.st_info & 0xFU;
}
inline constexpr unsigned k_function = 2;  // type of a symbol

struct Relocation {
  std::uint64_t r_offset, r_info;
  std::int64_t r_addend;
};
constexpr std::uint32_t symbol_of(const Relocation& one) {
  return static_cast<std::uint32_t>(one.r_info >> 32U);
}
constexpr std::uint32_t type_of(const Relocation& one) {
  return static_cast<std::uint32_t>(one.r_info);
}

struct Note {
  std::uint32_t n_namesz, n_descsz, n_type;
};

static_assert(sizeof(Header) == 64 && sizeof(HeaderOf<std::uint32_t>) == 52 && sizeof(SectionOf<std::uint32_t>) == 40 &&
              sizeof(Segment) == 56 && sizeof(Section) == 64 && sizeof(Dynamic) == 16 && sizeof(Symbol) == 24 &&
              sizeof(Relocation) == 24 && sizeof(Note) == 12);

}  // namespace clc::elf
