// Finds the strings in ELF files.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::worker {

class StringFinder;

// Gives the strings in `bytes` to `finder`; of damaged bytes, the strings that can be read. `location` says where the
// bytes are. Returns the bytes with zeros in the place of the sections that were read; nothing of what is no ELF file.
Bytes read_elf_strings(BytesView bytes, const std::string& location, StringFinder& finder);

}  // namespace clc::worker
