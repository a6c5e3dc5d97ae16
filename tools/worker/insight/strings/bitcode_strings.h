// Finds the strings in LLVM bitcode. Bitcode packs characters into 6, 7 or 8 bits, at any bit, so only its records show
// them. The reader needs no module: it reads bitcode of any LLVM, and finds strings that no value refers to.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::worker {

class StringFinder;

// Gives the strings in `bytes` to `finder`; of damaged bytes, the strings that can be read. `location` says where the
// bytes are.
void read_bitcode_strings(BytesView bytes, const std::string& location, StringFinder& finder);

}  // namespace clc::worker
