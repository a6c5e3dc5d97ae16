// The code of single kernels in a binary, for telling which of them differ between two binaries.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clc/package/bytes.h"
#include "disasm/disasm_text.h"

namespace clc {

// By name the bytes, or the text, that a kernel consists of, with all functions that are no kernels: any of these may
// be called. Nothing where a binary's form does not tell: SPIR-V, R600, drivers' other than PoCL's.
std::optional<std::map<std::string, Bytes>> kernel_code(BytesView binary, const std::vector<std::string>& kernels);

// Assembly without what changes whenever code before it does: addresses, bytes, numbers of labels.
std::string comparable_text(std::string_view text);

}  // namespace clc
