// Finds the code of single kernels in a binary, to tell which kernels differ between two binaries.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "insight/disasm/disasm_text.h"

namespace clc {

// The code of each kernel by its name, as bytes or text. The functions that are no kernels follow, because a kernel
// may call any of them. Nothing for forms that do not separate kernels, such as SPIR-V and R600. Kernels that PoCL has
// not finished are left out.
std::optional<std::map<std::string, Bytes>> kernel_code(BytesView binary, const std::vector<std::string>& kernels);

// Those of the kernels that a PoCL binary does not have machine code of yet; nothing for other binaries.
std::vector<std::string> unfinished_kernels(BytesView binary, const std::vector<std::string>& kernels);

// Assembly without what depends on the code before it: addresses, bytes, numbers of labels.
std::string comparable_text(std::string_view text);

}  // namespace clc
