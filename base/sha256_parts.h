// SHA-256 of texts that are one behind the other, without a copy of them.
#pragma once

#include <string>
#include <vector>

#include "clc/base/bytes.h"

namespace clc {

std::string sha256_hex_of_parts(const std::vector<BytesView>& parts);

}  // namespace clc
