// The strings in PTX.
// It ends at the first NUL.
#pragma once

#include <string>

#include "clc/base/bytes.h"

namespace clc::worker {

class StringFinder;

// Gives the strings in `bytes` to `finder`. `location` says where the bytes are; damaged ones give what can be read.
void read_ptx_strings(BytesView bytes, const std::string& location, StringFinder& finder);

}  // namespace clc::worker
