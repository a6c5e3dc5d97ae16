#include "worker/insight/strings/elf_strings.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <llvm/BinaryFormat/MsgPackReader.h>
#include <llvm/Object/Decompressor.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include "worker/insight/strings/string_finder.h"

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

// The formats of printf in the note of an AMD code object. They are constants of the code, but stand in the note,
// because the host does the printing.
std::vector<llvm::StringRef> printf_formats(llvm::StringRef note) {
  constexpr llvm::StringLiteral key = "amdhsa.printf";
  const std::size_t at = note.find(key);
  if (at == llvm::StringRef::npos) return {};
  llvm::msgpack::Reader reader(note.drop_front(at + key.size()));
  llvm::msgpack::Object object;
  const auto read = [&](llvm::msgpack::Type type) {
    llvm::Expected<bool> is_there = reader.read(object);
    if (is_there) return *is_there && object.Kind == type;
    llvm::consumeError(is_there.takeError());
    return false;
  };
  std::vector<llvm::StringRef> formats;
  if (!read(llvm::msgpack::Type::Array)) return formats;
  for (std::size_t left = object.Length; left > 0 && read(llvm::msgpack::Type::String); --left) {
    formats.push_back(object.Raw);
  }
  return formats;
}

// Reads the note without the formats of printf, and the formats as constants.
void read_note(llvm::StringRef note, const std::string& location, StringFinder& finder) {
  const std::vector<llvm::StringRef> formats = printf_formats(note);
  if (formats.empty()) return finder.read({note.data(), note.size()}, location, StringKind::k_note);
  Bytes rest(note.begin(), note.end());
  for (const llvm::StringRef format : formats) {
    finder.add(StringKind::k_data, location + ", a format of printf", {format.data(), format.size()});
    std::fill_n(rest.begin() + (format.begin() - note.begin()), format.size(), '\0');
  }
  finder.read_copy(std::move(rest), location, StringKind::k_note);
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
    if (kind_of(title, type) == StringKind::k_note) {
      read_note(*contents, in_section, finder);
    } else {
      finder.read({contents->data(), contents->size()}, in_section, kind_of(title, type));
    }
  }
}

}  // namespace clc::worker
