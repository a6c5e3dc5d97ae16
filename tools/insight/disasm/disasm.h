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
  bool with_source = false;  // shows source lines, if the binary records them
  // Folders to search for source files, in this order. The first of each pair is the prefix of file names for which the
  // folder stands; "" stands for every relative name.
  std::vector<std::pair<std::string, std::string>> source_folders;
  ToolPaths tools;          // paths that --tool gives
  bool with_marks = false;  // keeps the disassembler's marks of lines, for located_lines(), and shows no source lines
};

// Runs a disassembler in a child process with a time limit. The error k_unavailable names the tool to install.
Result<SplitText> disassemble(BytesView binary, const DisassemblyOptions& options);

// The LLVM bitcode that a PoCL binary also holds, as text.
Result<SplitText> pocl_ir(BytesView binary, const ToolPaths& tools);

// Joins the parts of a text again.
std::string whole_text(const SplitText& split);

// The form in which a disassembler prints binaries of this kind.
TextForm text_form(BinaryFormat format);

}  // namespace clc
