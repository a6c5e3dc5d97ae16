// Files of keys, as command lines and variables name them.
#pragma once

#include <string>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

// A pipe, or -, whose bytes are gone once they were read.
bool can_be_read_once(const std::string& path);

// Reads a key, PEM or bytes: from an ordinary file, a pipe, which somebody's shell made of a command, or - (standard
// input).
Result<Bytes> read_key_file(const std::string& path);

}  // namespace clc
