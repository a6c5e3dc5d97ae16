// What a compiler asked of the disk, and what it was told. Its result holds wherever the same questions get the same
// answers; nothing else of a file but what stands here reaches the compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/byte_codec.h"
#include "clc/package/artifact.h"

namespace clc {

struct FileFact {
  enum class Kind {
    k_absent,  // there was nothing
    k_folder,
    k_file,  // was there and not read
    k_read,
  };
  Kind kind = Kind::k_absent;
  RootedPath path;         // with `..` and links as the compiler asked, see SourceRoots
  std::uint64_t size = 0;  // of k_file and k_read
  std::string sha256;      // of k_read
  // The first fact about the same file or folder under any name: what is included once depends on it. Else its own
  // index.
  std::uint64_t twin = 0;

  // Whether it may have a twin. Clang asks for the working folder always, and compares it with none.
  bool can_have_twin() const {
    const bool is_working_folder = path.root == RootedPath::k_working_folder && path.name == ".";
    return kind != Kind::k_absent && !is_working_folder;
  }

  friend bool operator==(const FileFact& a, const FileFact& b) {
    return a.kind == b.kind && a.path.root == b.path.root && a.path.name == b.path.name && a.size == b.size &&
           a.sha256 == b.sha256 && a.twin == b.twin;
  }
};

struct FileFacts {
  std::vector<FileFact> facts;
  // False: an answer changed while it was asked for again, or is nothing that could be asked for again (a pipe).
  bool is_repeatable = true;
  // The source names files by absolute names: their meaning does not move with the folders.
  bool names_absolute = false;

  friend bool operator==(const FileFacts& a, const FileFacts& b) {
    return a.facts == b.facts && a.is_repeatable == b.is_repeatable && a.names_absolute == b.names_absolute;
  }
};

void write_file_facts(const FileFacts& facts, ByteWriter& writer);
// reader.is_good() tells whether they made sense.
FileFacts read_file_facts(ByteReader& reader);

}  // namespace clc
