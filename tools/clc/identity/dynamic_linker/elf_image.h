// The facts about a program or library that the dynamic linker goes by, read in a few small pieces of the file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct ElfImage {
  std::uint16_t machine = 0;
  std::string build_id;     // hexadecimal; empty: it has none
  std::string interpreter;  // of programs that are linked dynamically
  std::string soname;
  std::vector<std::string> needed;  // in order
  std::string rpath, runpath;       // as written in the file
  bool searches_default = true;     // not linked with -z nodefaultlib
};

// A function that returns up to `size` bytes from `offset` on; fewer, or none, where the file ends.
using ReadAt = std::function<Bytes(std::uint64_t offset, std::size_t size)>;

// Reads the facts of a file. k_damaged when it is not an ELF file of this machine's byte order and word size, or
// contradicts itself.
Result<ElfImage> read_elf_image(const ReadAt& read);
// Does the same for the file at a path; k_io when it cannot be opened.
Result<ElfImage> read_elf_image(const std::string& path);

}  // namespace clc
