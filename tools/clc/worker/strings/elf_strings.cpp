#include "worker/strings/elf_strings.h"

#include <string_view>

#include <llvm/Object/Decompressor.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include "worker/strings/string_finder.h"

namespace clc::worker {
namespace {

StringKind kind_of(std::string_view name, unsigned type) {
  if (type == llvm::ELF::SHT_STRTAB) return StringKind::k_name;
  for (const char* prefix : {".debug", ".zdebug", ".nv_debug", ".gdb", ".stab", ".gnu_debug", ".line"}) {
    if (name.starts_with(prefix)) return StringKind::k_debug;
  }
  for (const char* prefix : {".comment", ".note", ".nv.info", ".ze_info", ".AMDGPU", ".metadata"}) {
    if (name.starts_with(prefix)) return StringKind::k_note;
  }
  for (const char* prefix : {".rodata", ".data", ".nv.constant", ".const"}) {
    if (name.starts_with(prefix)) return StringKind::k_data;
  }
  return StringKind::k_bytes;
}

}  // namespace

void read_elf_strings(BytesView bytes, const std::string& location, StringFinder& finder) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "");
  auto file = llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return;  // StringFinder looks at the bytes of a damaged file, too
  }
  const std::string prefix = location.empty() ? "" : location + ", ";
  for (const llvm::object::SectionRef& section : (*file)->sections()) {
    auto name = section.getName();
    auto contents = section.getContents();
    const std::string title = name ? name->str() : "";
    if (!name) llvm::consumeError(name.takeError());
    finder.add(StringKind::k_name, prefix + "name of a section", title);
    if (!contents) {
      llvm::consumeError(contents.takeError());
      continue;
    }
    const unsigned type = llvm::object::ELFSectionRef(section).getType();
    const std::string in_section = prefix + "section " + title;
    if (section.isCompressed()) {
      auto compressed =
          llvm::object::Decompressor::create(title, *contents, (*file)->isLittleEndian(), (*file)->is64Bit());
      llvm::SmallVector<char, 0> text;
      if (compressed && !compressed->resizeAndDecompress(text)) {
        finder.read_copy(Bytes(text.begin(), text.end()), in_section + ", unpacked", kind_of(title, type));
        continue;
      }
      if (!compressed) llvm::consumeError(compressed.takeError());
    }
    finder.read({contents->data(), contents->size()}, in_section, kind_of(title, type));
  }
}

}  // namespace clc::worker
