#include "elf_sections.h"

#include <elf.h>

#include <cstring>
#include <optional>

namespace clc {
namespace {

template <class T>
std::optional<T> read_at(BytesView file, std::uint64_t at) {
  if (at > file.size() || file.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

BytesView slice(BytesView file, std::uint64_t at, std::uint64_t size) {
  if (at > file.size() || size > file.size() - at) return {};
  return file.substr(at, size);
}

}  // namespace

bool is_elf(BytesView file) {
  return file.substr(0, SELFMAG) == ELFMAG;
}

std::vector<ElfSection> elf_sections(BytesView file) {
  std::vector<ElfSection> sections;
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  if (!header || !is_elf(file) || header->e_ident[EI_CLASS] != ELFCLASS64) return sections;
  const auto section_at = [&](std::uint64_t index) {
    return read_at<Elf64_Shdr>(file, header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names = section_at(header->e_shstrndx);
  const BytesView name_bytes = names ? slice(file, names->sh_offset, names->sh_size) : BytesView();
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = section_at(i);
    if (!section) break;
    const BytesView name = slice(name_bytes, section->sh_name,
                                 name_bytes.size() - std::min<std::uint64_t>(section->sh_name, name_bytes.size()));
    const bool is_in_file = section->sh_type != SHT_NOBITS;
    sections.push_back({std::string(name.substr(0, name.find('\0'))), section->sh_size,
                        is_in_file ? slice(file, section->sh_offset, section->sh_size) : BytesView()});
  }
  return sections;
}

}  // namespace clc
