// The strings in LLVM bitcode.
// Bitcode packs characters into 6, 7 or 8 bits, at any bit, so its records have to be read. They are read as records
// and not as a module, so that strings that no value refers to are found, too, in bitcode of any LLVM.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::worker {

class StringFinder;

// Gives the strings in `bytes` to `finder`. `location` says where the bytes are; damaged ones give what can be read.
void read_bitcode_strings(BytesView bytes, const std::string& location, StringFinder& finder);

}  // namespace clc::worker
