#include "worker/insight/strings/elf_strings.h"

#include <string_view>
#include <vector>

#include <llvm/BinaryFormat/MsgPackDocument.h>
#include <llvm/Object/Decompressor.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MemoryBuffer.h>

#include "base/text.h"
#include "worker/insight/strings/string_finder.h"

namespace clc::worker {
namespace {

StringKind kind_of(std::string_view name, unsigned type) {
  if (name.starts_with(".note.nv")) return StringKind::k_text;  // how ptxas was called, and its version
  if (type == llvm::ELF::SHT_STRTAB) return StringKind::k_name;
  if (starts_with_any(name, {".debug", ".zdebug", ".nv_debug", ".gdb", ".stab", ".gnu_debug", ".line"}))
    return StringKind::k_debug;
  if (starts_with_any(name, {".comment", ".note", ".nv.info", ".ze_info", ".AMDGPU", ".metadata"}))
    return StringKind::k_note;
  const bool is_data = starts_with_any(name, {".rodata", ".data", ".nv.constant", ".const"});
  return is_data ? StringKind::k_data : StringKind::k_bytes;
}

constexpr int k_deepest_node = 16;

// Adds the strings of a note of an AMD code object, each alone: the number behind a string may look like a letter of
// it. `seen` is told each.
void add_nodes(llvm::msgpack::DocNode& node, StringKind kind, const std::string& location, int depth,
               StringFinder& finder, std::vector<llvm::StringRef>& seen) {
  if (depth > k_deepest_node) return;
  if (node.isString()) {
    seen.push_back(node.getString());
    finder.add(kind, location, {seen.back().data(), seen.back().size()});
  } else if (node.isArray()) {
    for (llvm::msgpack::DocNode& element : node.getArray()) add_nodes(element, kind, location, depth + 1, finder, seen);
  } else if (node.isMap()) {
    for (auto& [key, value] : node.getMap()) {
      llvm::msgpack::DocNode name = key;
      add_nodes(name, StringKind::k_note, location, depth + 1, finder, seen);
      // The formats of printf are constants of the code, but stand in the note, because the host does the printing.
      const bool is_formats = name.isString() && name.getString() == "amdhsa.printf";
      add_nodes(value, is_formats ? StringKind::k_data : kind,
                is_formats ? location + ", a format of printf" : location, depth + 1, finder, seen);
    }
  }
}

// Reads the note of an AMD code object string by string, and the bytes of any that are none of its strings.
void read_note(BytesView note, const std::string& location, StringFinder& finder) {
  constexpr std::size_t k_header = 20;  // three numbers, and "AMDGPU" with two zeros
  constexpr std::string_view k_owner("AMDGPU\0", 7);
  if (note.size() <= k_header || !note.substr(12).starts_with(k_owner))
    return finder.read(note, location, StringKind::k_note);
  const BytesView text = note.substr(k_header, llvm::support::endian::read32le(note.data() + 4));
  llvm::msgpack::Document document;
  std::vector<llvm::StringRef> seen;
  if (document.readFromBlob({text.data(), text.size()}, false))
    add_nodes(document.getRoot(), StringKind::k_note, location, 0, finder, seen);
  Bytes rest(note);
  for (const llvm::StringRef string : seen)
    std::fill_n(rest.begin() + (string.data() - note.data()), string.size(), '\0');
  finder.read_copy(std::move(rest), location, StringKind::k_note);
}

}  // namespace

Bytes read_elf_strings(BytesView bytes, const std::string& location, StringFinder& finder) {
  const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "");
  const auto file = llvm::expectedToOptional(llvm::object::ObjectFile::createELFObjectFile(buffer));
  if (!file) return {};  // StringFinder looks at the bytes of a damaged file, too
  Bytes rest(bytes);
  const std::string prefix = location.empty() ? "" : location + ", ";
  for (const llvm::object::SectionRef& section : (*file)->sections()) {
    const auto contents = llvm::expectedToOptional(section.getContents());
    const std::string title = llvm::expectedToOptional(section.getName()).value_or("").str();
    finder.add(StringKind::k_name, prefix + "name of a section", title);
    if (!contents) continue;
    const unsigned type = llvm::object::ELFSectionRef(section).getType();
    const std::string in_section = prefix + "section " + title;
    if (section.isCompressed()) {
      auto compressed = llvm::expectedToOptional(
          llvm::object::Decompressor::create(title, *contents, (*file)->isLittleEndian(), (*file)->is64Bit()));
      llvm::SmallVector<char, 0> text;
      if (compressed && !llvm::errorToBool(compressed->resizeAndDecompress(text))) {
        finder.read_copy(Bytes(text.begin(), text.end()), in_section + ", unpacked", kind_of(title, type));
        continue;
      }
    }
    if (!contents->empty()) std::fill_n(rest.begin() + (contents->data() - bytes.data()), contents->size(), '\0');
    if (kind_of(title, type) == StringKind::k_note) {
      read_note({contents->data(), contents->size()}, in_section, finder);
    } else {
      finder.read({contents->data(), contents->size()}, in_section, kind_of(title, type));
    }
  }
  return rest;
}

}  // namespace clc::worker
