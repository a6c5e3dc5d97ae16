// The libraries that the dynamic loader has loaded, with what their ELF headers say in memory.
#include <elf.h>
#include <link.h>

#include <bit>

#include "base/encoding/hex.h"
#include "base/encoding/little_endian.h"
#include "base/platform/libraries.h"
#include "clc/base/bytes.h"

namespace clc::platform {
namespace {

// Returns the build id in the notes of one segment, or an empty text. Fields are 32-bit words; names and contents are
// padded to 4 bytes.
std::string build_id_in(BytesView notes) {
  const auto padded = [](std::uint64_t size) { return (size + 3) / 4 * 4; };
  while (notes.size() >= 12) {
    const std::uint64_t name = padded(read_number(notes, 0, 4));
    const std::uint64_t size = read_number(notes, 4, 4);
    if (12 + name + padded(size) > notes.size()) break;
    if (read_number(notes, 8, 4) == NT_GNU_BUILD_ID && notes.substr(12, 4) == BytesView("GNU\0", 4))
      return to_hex(notes.substr(12 + name, size));
    notes.remove_prefix(12 + name + padded(size));
  }
  return {};
}

// Makes a pointer of an address that the dynamic loader gives as a number.
template <class T>
const T* pointer_to(ElfW(Addr) address) {
  return std::bit_cast<const T*>(address);
}

void read_dynamic(const ElfW(Dyn) * entries, ElfW(Addr) base, LoadedLibrary& into) {
  ElfW(Addr) strings = 0;
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) strings = entry->d_un.d_ptr;
  }
  if (strings == 0) return;
  if (strings < base) strings += base;  // on some machines the dynamic loader leaves an offset here
  for (const auto* entry = entries; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_NEEDED) continue;
    into.needed.emplace_back(pointer_to<char>(strings + entry->d_un.d_val));
  }
}

int note_loaded(struct dl_phdr_info* info, std::size_t, void* data) {
  LoadedLibrary library{info->dlpi_name, {}, {}};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const ElfW(Addr) address = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_NOTE && library.build_id.empty())
      library.build_id = build_id_in(BytesView(pointer_to<char>(address), segment.p_memsz));
    if (segment.p_type == PT_DYNAMIC) read_dynamic(pointer_to<ElfW(Dyn)>(address), info->dlpi_addr, library);
  }
  static_cast<std::vector<LoadedLibrary>*>(data)->push_back(std::move(library));
  return 0;
}

}  // namespace

std::vector<LoadedLibrary> loaded_libraries() {
  std::vector<LoadedLibrary> loaded;
  ::dl_iterate_phdr(note_loaded, &loaded);
  return loaded;
}

}  // namespace clc::platform
