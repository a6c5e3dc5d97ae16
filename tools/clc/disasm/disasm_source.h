// Source lines between the lines of a disassembly.
#pragma once

#include <string>
#include <string_view>

#include "disasm/disasm_text.h"

namespace clc {

// Puts each source line as a comment before the code that was made from it. `.loc` (PTX), `OpLine` (SPIR-V) and `//##`
// (nvdisasm) name the lines; files are looked for in `folder`. The first line of the result says when none is named.
std::string interleave_source(TextForm form, std::string_view text, const std::string& folder);

}  // namespace clc
