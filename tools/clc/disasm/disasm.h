// Machine code and IL as text, for everything that clc makes or meets.
#pragma once

#include <string>
#include <vector>

#include "clc/package/bytes.h"
#include "clc/package/result.h"
#include "disasm/disasm_text.h"
#include "toolchain/tools.h"

namespace clc {

enum class BinaryKind {
  k_spirv,
  k_ptx,
  k_cubin,   // NVIDIA machine code
  k_amdgcn,  // AMD code object
  k_r600,
  k_intel,  // ZEBin, or the older form with patch tokens
  k_pocl,
  k_host,  // any other ELF file
  k_unknown,
};

// Goes by the first bytes, never by a file's name.
BinaryKind recognize(BytesView bytes);
const char* describe(BinaryKind kind);

struct DisassemblyOptions {
  bool with_source = false;   // where the binary records lines: the source lines too
  std::string source_folder;  // where relative file names are looked for; empty: the current folder
  ToolPaths tools;            // as --tool names them
};

// A disassembler runs in a child process with a time limit. k_unavailable names what to install.
Result<SplitText> disassemble(BytesView binary, const DisassemblyOptions& options);

// The LLVM bitcode that a PoCL binary also holds, as text.
Result<SplitText> pocl_ir(BytesView binary, const ToolPaths& tools);

// The text put together again.
std::string whole_text(const SplitText& split);

// The form in which a disassembler prints binaries of this kind.
TextForm text_form(BinaryKind kind);

}  // namespace clc
