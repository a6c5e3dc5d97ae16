// Finds the strings in ELF files.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::worker {

class StringFinder;

// Gives the strings in `bytes` to `finder`; of damaged bytes, the strings that can be read. `location` says where the
// bytes are.
void read_elf_strings(BytesView bytes, const std::string& location, StringFinder& finder);

}  // namespace clc::worker
