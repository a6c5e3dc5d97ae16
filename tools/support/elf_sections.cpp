#include "support/elf_sections.h"

#include <array>
#include <map>
#include <optional>

#include "base/encoding/byte_access.h"
#include "clc/package/binary_format.h"
#include "support/elf_layout.h"

namespace clc {
namespace {

using Section = elf::Section<std::uint64_t>;

// The section header of a 32-bit file in the form of a 64-bit one, as far as it is used here.
std::optional<Section> widen(const std::optional<elf::Section<std::uint32_t>>& section) {
  if (!section) return std::nullopt;
  Section wide{};
  wide.name = section->name;
  wide.type = section->type;
  wide.address = section->address;
  wide.offset = section->offset;
  wide.size = section->size;
  wide.link = section->link;
  return wide;
}

// The section table of a little-endian file. Entries that are cut short or lie outside of the file count as absent.
class SectionTable {
 public:
  explicit SectionTable(BytesView file) : file_(file) {
    const auto ident = read_at<std::array<unsigned char, elf::k_ident_size>>(file, 0);
    if (!ident || !is_elf(recognize(file))) return;
    if (is_64_bit_ = (*ident)[elf::k_class_at] == elf::k_class_64; is_64_bit_) {
      if (const auto header = read_at<elf::Header<std::uint64_t>>(file, 0)) take_header(*header);
    } else if ((*ident)[elf::k_class_at] == elf::k_class_32) {
      if (const auto header = read_at<elf::Header<std::uint32_t>>(file, 0)) take_header(*header);
    }
  }
  bool is_64_bit() const { return is_64_bit_; }
  std::uint64_t size() const { return size_; }
  std::optional<Section> at(std::uint64_t index) const {
    if (is_64_bit_) return read_at<Section>(file_, begin_ + index * sizeof(Section));
    return widen(read_at<elf::Section<std::uint32_t>>(file_, begin_ + index * sizeof(elf::Section<std::uint32_t>)));
  }
  BytesView bytes_of(const Section& section) const {
    return section.type == elf::k_nobits ? BytesView() : slice(file_, section.offset, section.size);
  }
  std::string name_of(const Section& section) const { return text_at(names_, section.name); }

  static std::string text_at(BytesView strings, std::uint64_t at) {
    if (at >= strings.size()) return "";
    const BytesView rest = strings.substr(at);
    return std::string(rest.substr(0, rest.find('\0')));
  }

 private:
  template <class Header>
  void take_header(const Header& header) {
    begin_ = header.sections_at;
    size_ = header.sections;
    if (const auto names = at(header.names)) names_ = bytes_of(*names);
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
    sections.push_back({table.name_of(*section), section->size, table.bytes_of(*section)});
  }
  return sections;
}

std::vector<ElfFunction> elf_functions(BytesView file) {
  const SectionTable table(file);
  std::map<std::string, BytesView> functions;
  for (std::uint64_t i = 0; table.is_64_bit() && i < table.size(); ++i) {
    const auto symbols = table.at(i);
    if (!symbols) break;
    if (symbols->type != elf::k_symtab && symbols->type != elf::k_dynsym) continue;
    const auto strings = table.at(symbols->link);
    const BytesView names = strings ? table.bytes_of(*strings) : BytesView();
    const BytesView bytes = table.bytes_of(*symbols);
    for (std::uint64_t at = 0; at + sizeof(elf::Symbol) <= bytes.size(); at += sizeof(elf::Symbol)) {
      const auto symbol = read_at<elf::Symbol>(bytes, at);
      if (symbol->type() != elf::k_function || symbol->size == 0) continue;
      const auto section = table.at(symbol->section);
      if (!section || symbol->value < section->address) continue;
      const BytesView code = slice(table.bytes_of(*section), symbol->value - section->address, symbol->size);
      if (!code.empty()) functions[SectionTable::text_at(names, symbol->name)] = code;
    }
  }
  std::vector<ElfFunction> result;
  for (const auto& [name, code] : functions) result.push_back({name, code});
  return result;
}

}  // namespace clc
