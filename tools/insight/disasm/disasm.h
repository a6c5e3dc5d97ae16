// Machine code and IL as text, for everything that clc makes or meets.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/binary_format.h"
#include "insight/disasm/disasm_text.h"
#include "toolchain/tools.h"

namespace clc {

struct DisassemblyOptions {
  bool with_source = false;  // where the binary records lines: the source lines too
  // The folders where the files that it names are looked for, in this order: pairs of a prefix of such a name ("" for
  // any relative one) and the folder that it stands for.
  std::vector<std::pair<std::string, std::string>> source_folders;
  ToolPaths tools;          // as --tool names them
  bool with_marks = false;  // instead of source lines: what the disassembler says of lines, for located_lines()
};

// A disassembler runs in a child process with a time limit. k_unavailable names what to install.
Result<SplitText> disassemble(BytesView binary, const DisassemblyOptions& options);

// The LLVM bitcode that a PoCL binary also holds, as text.
Result<SplitText> pocl_ir(BytesView binary, const ToolPaths& tools);

// The text put together again.
std::string whole_text(const SplitText& split);

// The form in which a disassembler prints binaries of this kind.
TextForm text_form(BinaryFormat format);

}  // namespace clc
