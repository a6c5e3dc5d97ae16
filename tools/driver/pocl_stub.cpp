#include "driver/pocl_stub.h"

#include <elf.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>

namespace clc {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t k_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t k_machine = EM_AARCH64;
#else
constexpr std::uint16_t k_machine = EM_NONE;
#endif

constexpr BytesView k_mark = "a stub that clc-driver leaves out of binaries";
constexpr std::uint64_t k_largest_page = 65536;

// The part that the dynamic linker reads; the names lie behind it.
struct ElfImage {
  Elf64_Ehdr header;
  std::array<Elf64_Phdr, 3> segments;
  std::array<Elf64_Dyn, 6> dynamic;
  std::array<std::uint32_t, 5> hash;  // one bucket, two symbols; the bucket; where the chains go on
  std::uint32_t padding;
  std::array<Elf64_Sym, 2> symbols;
};

Elf64_Ehdr header_of_image() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = k_machine;
  header.e_version = EV_CURRENT;
  header.e_phoff = offsetof(ElfImage, segments);
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = std::tuple_size_v<decltype(ElfImage::segments)>;
  return header;
}

Elf64_Phdr segment(std::uint32_t type, std::uint64_t offset, std::uint64_t size, std::uint64_t alignment) {
  Elf64_Phdr segment{};
  segment.p_type = type;
  segment.p_flags = PF_R | PF_W;  // the dynamic linker adds addresses
  segment.p_offset = segment.p_vaddr = segment.p_paddr = offset;
  segment.p_filesz = segment.p_memsz = size;
  segment.p_align = alignment;
  return segment;
}

Elf64_Dyn dynamic(std::int64_t tag, std::uint64_t value) {
  Elf64_Dyn entry{};
  entry.d_tag = tag;
  entry.d_un.d_val = value;
  return entry;
}

}  // namespace

bool can_make_pocl_stubs() {
  return k_machine != EM_NONE;
}

Bytes pocl_stub(const std::string& kernel) {
  std::string names(1, '\0');
  names += "_pocl_kernel_" + kernel + "_workgroup";
  names += '\0';
  const std::uint64_t size = sizeof(ElfImage) + names.size() + k_mark.size();
  ElfImage image{};
  image.header = header_of_image();
  image.segments = {segment(PT_LOAD, 0, size, k_largest_page),
                    segment(PT_DYNAMIC, offsetof(ElfImage, dynamic), sizeof image.dynamic, alignof(Elf64_Dyn)),
                    segment(PT_GNU_STACK, 0, 0, 1)};
  image.dynamic = {dynamic(DT_HASH, offsetof(ElfImage, hash)),
                   dynamic(DT_SYMTAB, offsetof(ElfImage, symbols)),
                   dynamic(DT_SYMENT, sizeof(Elf64_Sym)),
                   dynamic(DT_STRTAB, sizeof(ElfImage)),
                   dynamic(DT_STRSZ, names.size()),
                   dynamic(DT_NULL, 0)};
  image.hash = {1, 2, 1, 0, 0};
  Elf64_Sym& symbol = image.symbols[1];
  symbol.st_name = 1;
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
  symbol.st_shndx = 1;
  symbol.st_value = sizeof(ElfImage) + names.size();
  symbol.st_size = k_mark.size();
  Bytes bytes(sizeof(ElfImage), '\0');
  std::memcpy(bytes.data(), &image, sizeof image);
  return bytes + names + Bytes(k_mark);
}

bool is_pocl_stub(BytesView object) {
  return object.ends_with(k_mark);
}

}  // namespace clc
