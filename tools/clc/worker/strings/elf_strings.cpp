#include <string_view>

#include <llvm/Object/Decompressor.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include "worker/strings/strings.h"

namespace clc::worker {
namespace {

TextKind kind_of(std::string_view name, unsigned type) {
  if (type == llvm::ELF::SHT_STRTAB) return TextKind::k_name;
  for (const char* prefix : {".debug", ".zdebug", ".nv_debug", ".gdb", ".stab", ".gnu_debug", ".line"}) {
    if (name.starts_with(prefix)) return TextKind::k_debug;
  }
  for (const char* prefix : {".comment", ".note", ".nv.info", ".ze_info", ".AMDGPU", ".metadata"}) {
    if (name.starts_with(prefix)) return TextKind::k_note;
  }
  for (const char* prefix : {".rodata", ".data", ".nv.constant", ".const"}) {
    if (name.starts_with(prefix)) return TextKind::k_data;
  }
  return TextKind::k_bytes;
}

}  // namespace

void read_elf(BytesView bytes, const std::string& where, TextFinder& into) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "");
  auto file = llvm::object::ObjectFile::createELFObjectFile(buffer);
  if (!file) {
    llvm::consumeError(file.takeError());
    return;  // cut short: the bytes are read anyway
  }
  const std::string prefix = where.empty() ? "" : where + ", ";
  for (const llvm::object::SectionRef& section : (*file)->sections()) {
    auto name = section.getName();
    auto contents = section.getContents();
    const std::string title = name ? name->str() : "";
    if (!name) llvm::consumeError(name.takeError());
    into.add(TextKind::k_name, prefix + "name of a section", title);
    if (!contents) {
      llvm::consumeError(contents.takeError());
      continue;
    }
    const unsigned type = llvm::object::ELFSectionRef(section).getType();
    const std::string place = prefix + "section " + title;
    if (section.isCompressed()) {
      auto unpacked =
          llvm::object::Decompressor::create(title, *contents, (*file)->isLittleEndian(), (*file)->is64Bit());
      llvm::SmallVector<char, 0> text;
      if (unpacked && !unpacked->resizeAndDecompress(text)) {
        into.read_unpacked(Bytes(text.begin(), text.end()), place + ", unpacked", kind_of(title, type));
        continue;
      }
      if (!unpacked) llvm::consumeError(unpacked.takeError());
    }
    into.read({contents->data(), contents->size()}, place, kind_of(title, type));
  }
}

}  // namespace clc::worker
