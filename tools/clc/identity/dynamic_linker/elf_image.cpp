#include "identity/dynamic_linker/elf_image.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/encoding/hex.h"

namespace clc {
namespace {

constexpr unsigned char k_byte_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
// Limits that no linker's file reaches; they keep a hostile file cheap.
constexpr std::size_t k_most_headers = 1024;
constexpr std::size_t k_most_dynamic = 16384;
constexpr std::size_t k_most_needed = 1024;
constexpr std::size_t k_most_notes = 65536;
constexpr std::size_t k_longest_text = 16384;
constexpr std::size_t k_text_step = 256;

class Reader {
 public:
  explicit Reader(const ReadAt& read) : read_(read) {}

  Result<ElfImage> image();

 private:
  template <class T>
  std::optional<std::vector<T>> read_array(std::uint64_t offset, std::size_t count) const;
  std::optional<std::uint64_t> offset_of(std::uint64_t address) const;
  std::optional<std::string> text_at(std::uint64_t offset, std::size_t limit) const;
  bool read_dynamic(const Elf64_Phdr& segment);
  bool read_texts(std::uint64_t strings, std::uint64_t size);
  void read_notes(const Elf64_Phdr& segment);

  const ReadAt& read_;
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Dyn> dynamic_;
  ElfImage image_;
};

template <class T>
std::optional<std::vector<T>> Reader::read_array(std::uint64_t offset, std::size_t count) const {
  const Bytes bytes = read_(offset, count * sizeof(T));
  if (bytes.size() != count * sizeof(T)) return std::nullopt;
  std::vector<T> values(count);
  if (count != 0) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::optional<std::uint64_t> Reader::offset_of(std::uint64_t address) const {
  for (const Elf64_Phdr& segment : segments_) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr || address - segment.p_vaddr >= segment.p_filesz)
      continue;
    return segment.p_offset + (address - segment.p_vaddr);
  }
  return std::nullopt;
}

std::optional<std::string> Reader::text_at(std::uint64_t offset, std::size_t limit) const {
  std::string text;
  while (text.size() < limit) {
    const Bytes piece = read_(offset + text.size(), std::min(k_text_step, limit - text.size()));
    if (piece.empty()) break;
    const std::size_t end = piece.find('\0');
    text += piece.substr(0, end);
    if (end != Bytes::npos) return text;
  }
  return std::nullopt;
}

bool Reader::read_texts(std::uint64_t strings, std::uint64_t size) {
  for (const Elf64_Dyn& entry : dynamic_) {
    const auto tag = entry.d_tag;
    if (tag != DT_NEEDED && tag != DT_SONAME && tag != DT_RPATH && tag != DT_RUNPATH) continue;
    const std::uint64_t at = entry.d_un.d_val;
    if (at >= size || image_.needed.size() == k_most_needed) return false;
    std::optional<std::string> text = text_at(strings + at, std::min<std::uint64_t>(size - at, k_longest_text));
    if (!text) return false;
    if (tag == DT_NEEDED) image_.needed.push_back(std::move(*text));
    if (tag == DT_SONAME) image_.soname = std::move(*text);
    if (tag == DT_RPATH) image_.rpath = std::move(*text);
    if (tag == DT_RUNPATH) image_.runpath = std::move(*text);
  }
  return true;
}

bool Reader::read_dynamic(const Elf64_Phdr& segment) {
  const std::size_t count = std::min<std::uint64_t>(segment.p_filesz / sizeof(Elf64_Dyn), k_most_dynamic);
  auto entries = read_array<Elf64_Dyn>(segment.p_offset, count);
  if (!entries) return false;
  const auto end = std::ranges::find_if(*entries, [](const auto& entry) { return entry.d_tag == DT_NULL; });
  dynamic_.assign(entries->begin(), end);
  std::uint64_t strings = 0, size = 0;
  for (const Elf64_Dyn& entry : dynamic_) {
    if (entry.d_tag == DT_STRTAB) strings = entry.d_un.d_ptr;
    if (entry.d_tag == DT_STRSZ) size = entry.d_un.d_val;
    if (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_NODEFLIB) != 0) image_.searches_default = false;
  }
  const std::optional<std::uint64_t> offset = offset_of(strings);
  return read_texts(offset.value_or(0), offset ? size : 0);
}

void Reader::read_notes(const Elf64_Phdr& segment) {
  const Bytes notes = read_(segment.p_offset, std::min<std::uint64_t>(segment.p_filesz, k_most_notes));
  const std::uint64_t alignment = segment.p_align == 8 ? 8 : 4;
  const auto padded = [&](std::uint64_t size) { return (size + alignment - 1) / alignment * alignment; };
  std::uint64_t at = 0;
  while (notes.size() - at >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr note;
    std::memcpy(&note, notes.data() + at, sizeof note);
    at += sizeof note;
    const std::uint64_t contents = at + padded(note.n_namesz);
    const std::uint64_t end = contents + note.n_descsz;
    if (end > notes.size()) return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && notes.compare(at, 4, "GNU", 4) == 0) {
      image_.build_id = to_hex(BytesView(notes).substr(contents, note.n_descsz));
      return;
    }
    at = contents + padded(note.n_descsz);
    if (at > notes.size()) return;
  }
}

Result<ElfImage> Reader::image() {
  const auto header = read_array<Elf64_Ehdr>(0, 1);
  if (!header || std::memcmp(header->front().e_ident, ELFMAG, SELFMAG) != 0)
    return fail(ErrorKind::k_damaged, "no ELF file");
  const Elf64_Ehdr& top = header->front();
  if (top.e_ident[EI_CLASS] != ELFCLASS64 || top.e_ident[EI_DATA] != k_byte_order)
    return fail(ErrorKind::k_damaged, "an ELF file for another kind of machine");
  image_.machine = top.e_machine;
  const bool has_headers = top.e_phentsize == sizeof(Elf64_Phdr) && top.e_phnum <= k_most_headers;
  auto segments = read_array<Elf64_Phdr>(top.e_phoff, has_headers ? top.e_phnum : 0);
  if (!has_headers || !segments) return fail(ErrorKind::k_damaged, "an ELF file without its program headers");
  segments_ = std::move(*segments);
  for (const Elf64_Phdr& segment : segments_) {
    bool is_right = true;
    if (segment.p_type == PT_DYNAMIC) is_right = read_dynamic(segment);
    if (segment.p_type == PT_NOTE && image_.build_id.empty()) read_notes(segment);
    if (segment.p_type == PT_INTERP) {
      const auto text = text_at(segment.p_offset, std::min<std::uint64_t>(segment.p_filesz, k_longest_text));
      is_right = text.has_value();
      image_.interpreter = text.value_or("");
    }
    if (!is_right) return fail(ErrorKind::k_damaged, "an ELF file that is cut short or contradicts itself");
  }
  return std::move(image_);
}

}  // namespace

Result<ElfImage> read_elf_image(const ReadAt& read) {
  return Reader(read).image();
}

Result<ElfImage> read_elf_image(const std::string& path) {
  // O_NONBLOCK: a pipe in the place of a library must not hang us.
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return fail(ErrorKind::k_io, path + ": " + std::strerror(errno));
  auto image = read_elf_image([&](std::uint64_t offset, std::size_t size) {
    Bytes bytes(size, '\0');
    const ssize_t got = pread(file, bytes.data(), size, static_cast<off_t>(offset));
    bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return bytes;
  });
  close(file);
  if (!image) return fail(image, path);
  return image;
}

}  // namespace clc
