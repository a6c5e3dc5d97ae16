#include "support/elf_sections.h"

#include <elf.h>

#include <array>
#include <map>
#include <optional>

#include "base/encoding/byte_access.h"
#include "clc/package/binary_format.h"

namespace clc {
namespace {

// The section header of a 32-bit file in the form of a 64-bit one, as far as it is used here.
std::optional<Elf64_Shdr> widen(const std::optional<Elf32_Shdr>& section) {
  if (!section) return std::nullopt;
  Elf64_Shdr wide{};
  wide.sh_name = section->sh_name;
  wide.sh_type = section->sh_type;
  wide.sh_addr = section->sh_addr;
  wide.sh_offset = section->sh_offset;
  wide.sh_size = section->sh_size;
  wide.sh_link = section->sh_link;
  return wide;
}

// The section table of a little-endian file. Entries that are cut short or lie outside of the file count as absent.
class SectionTable {
 public:
  explicit SectionTable(BytesView file) : file_(file) {
    const auto ident = read_at<std::array<unsigned char, EI_NIDENT>>(file, 0);
    if (!ident || !is_elf(recognize(file))) return;
    if (is_64_bit_ = (*ident)[EI_CLASS] == ELFCLASS64; is_64_bit_) {
      if (const auto header = read_at<Elf64_Ehdr>(file, 0)) take_header(*header);
    } else if ((*ident)[EI_CLASS] == ELFCLASS32) {
      if (const auto header = read_at<Elf32_Ehdr>(file, 0)) take_header(*header);
    }
  }
  bool is_64_bit() const { return is_64_bit_; }
  std::uint64_t size() const { return size_; }
  std::optional<Elf64_Shdr> at(std::uint64_t index) const {
    if (is_64_bit_) return read_at<Elf64_Shdr>(file_, begin_ + index * sizeof(Elf64_Shdr));
    return widen(read_at<Elf32_Shdr>(file_, begin_ + index * sizeof(Elf32_Shdr)));
  }
  BytesView bytes_of(const Elf64_Shdr& section) const {
    return section.sh_type == SHT_NOBITS ? BytesView() : slice(file_, section.sh_offset, section.sh_size);
  }
  std::string name_of(const Elf64_Shdr& section) const { return text_at(names_, section.sh_name); }

  static std::string text_at(BytesView strings, std::uint64_t at) {
    if (at >= strings.size()) return "";
    const BytesView rest = strings.substr(at);
    return std::string(rest.substr(0, rest.find('\0')));
  }

 private:
  template <class Header>
  void take_header(const Header& header) {
    begin_ = header.e_shoff;
    size_ = header.e_shnum;
    if (const auto names = at(header.e_shstrndx)) names_ = bytes_of(*names);
  }

  BytesView file_;
  bool is_64_bit_ = true;
  std::uint64_t begin_ = 0, size_ = 0;
  BytesView names_;
};

}  // namespace

std::vector<ElfSection> elf_sections(BytesView file) {
  const SectionTable table(file);
  std::vector<ElfSection> sections;
  for (std::uint64_t i = 0; i < table.size(); ++i) {
    const auto section = table.at(i);
    if (!section) break;
    sections.push_back({table.name_of(*section), section->sh_size, table.bytes_of(*section)});
  }
  return sections;
}

std::vector<ElfFunction> elf_functions(BytesView file) {
  const SectionTable table(file);
  std::map<std::string, BytesView> functions;
  for (std::uint64_t i = 0; table.is_64_bit() && i < table.size(); ++i) {
    const auto symbols = table.at(i);
    if (!symbols) break;
    if (symbols->sh_type != SHT_SYMTAB && symbols->sh_type != SHT_DYNSYM) continue;
    const auto strings = table.at(symbols->sh_link);
    const BytesView names = strings ? table.bytes_of(*strings) : BytesView();
    const BytesView bytes = table.bytes_of(*symbols);
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= bytes.size(); at += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(bytes, at);
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_size == 0) continue;
      const auto section = table.at(symbol->st_shndx);
      if (!section || symbol->st_value < section->sh_addr) continue;
      const BytesView code = slice(table.bytes_of(*section), symbol->st_value - section->sh_addr, symbol->st_size);
      if (!code.empty()) functions[SectionTable::text_at(names, symbol->st_name)] = code;
    }
  }
  std::vector<ElfFunction> result;
  for (const auto& [name, code] : functions) result.push_back({name, code});
  return result;
}

}  // namespace clc
