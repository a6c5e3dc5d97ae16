#include "support/elf_sections.h"

#include <map>
#include <optional>

#include "base/elf.h"
#include "base/encoding/byte_access.h"
#include "clc/package/binary_format.h"

namespace clc {
namespace {

using elf::Section;
using Section32 = elf::SectionOf<std::uint32_t>;

// The section header of a 32-bit file in the form of a 64-bit one, as far as it is used here.
std::optional<Section> widen(const std::optional<Section32>& section) {
  if (!section) return std::nullopt;
  Section wide{};
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
    const auto format = read_at<unsigned char>(file, elf::k_class);
    if (!format || !is_elf(recognize(file))) return;
    if (is_64_bit_ = *format == elf::k_class_64; is_64_bit_) {
      if (const auto header = read_at<elf::Header>(file, 0)) take_header(*header);
    } else if (*format == elf::k_class_32) {
      if (const auto header = read_at<elf::HeaderOf<std::uint32_t>>(file, 0)) take_header(*header);
    }
  }
  bool is_64_bit() const { return is_64_bit_; }
  std::uint64_t size() const { return size_; }
  std::optional<Section> at(std::uint64_t index) const {
    if (is_64_bit_) return read_at<Section>(file_, begin_ + index * sizeof(Section));
    return widen(read_at<Section32>(file_, begin_ + index * sizeof(Section32)));
  }
  BytesView bytes_of(const Section& section) const {
    return section.sh_type == elf::k_no_bits ? BytesView() : slice(file_, section.sh_offset, section.sh_size);
  }
  std::string name_of(const Section& section) const { return text_at(names_, section.sh_name); }

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
    if (symbols->sh_type != elf::k_symbol_table && symbols->sh_type != elf::k_dynamic_symbols) continue;
    const auto strings = table.at(symbols->sh_link);
    const BytesView names = strings ? table.bytes_of(*strings) : BytesView();
    const BytesView bytes = table.bytes_of(*symbols);
    for (std::uint64_t at = 0; at + sizeof(elf::Symbol) <= bytes.size(); at += sizeof(elf::Symbol)) {
      const auto symbol = read_at<elf::Symbol>(bytes, at);
      if (elf::type_of(*symbol) != elf::k_function || symbol->st_size == 0) continue;
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
