#include "binary/elf_sections.h"

#include <elf.h>

#include <map>
#include <optional>

#include "binary/byte_access.h"
#include "clc/package/binary_format.h"

namespace clc {
namespace {

// Of a 64-bit little-endian file. Entries that are cut short or lie outside of the file are not there.
class SectionTable {
 public:
  explicit SectionTable(BytesView file) : file_(file), header_(read_at<Elf64_Ehdr>(file, 0)) {
    if (!is_elf(recognize(file)) || (header_ && header_->e_ident[EI_CLASS] != ELFCLASS64)) header_.reset();
    if (const auto names = header_ ? at(header_->e_shstrndx) : std::nullopt) names_ = bytes_of(*names);
  }
  std::uint64_t size() const { return header_ ? header_->e_shnum : 0; }
  std::optional<Elf64_Shdr> at(std::uint64_t index) const {
    return read_at<Elf64_Shdr>(file_, header_->e_shoff + index * sizeof(Elf64_Shdr));
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
  BytesView file_;
  std::optional<Elf64_Ehdr> header_;
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
  for (std::uint64_t i = 0; i < table.size(); ++i) {
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
