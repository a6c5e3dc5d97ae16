// The code of single kernels in a binary, for telling which of them differ between two binaries.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "insight/disasm/disasm_text.h"

namespace clc {

// The code of each kernel by its name: bytes or text, followed by all functions that are no kernels, because it may
// call any of them. Nothing for forms that do not separate kernels: SPIR-V, R600, drivers' other than PoCL's.
std::optional<std::map<std::string, Bytes>> kernel_code(BytesView binary, const std::vector<std::string>& kernels);

// Assembly without what depends on the code before it: addresses, bytes, numbers of labels.
std::string comparable_text(std::string_view text);

}  // namespace clc
