// Records each call of printf in the buffer that AMD's runtime prints when the kernel has ended: the number of the
// format, whose text is metadata of the code object, and the arguments:
//   printf("%d\n", x)   becomes   record = __printf_alloc(8); if (record) { record[0] = 1; record[1] = x; }
//                                 !llvm.printf.fmts: "1:1:4:%d\\n"
// It runs before AMD's libraries are linked, which define a printf that prints nothing, and reports a format that is
// not known (k_compile).
//
// LLVM's AMDGPUPrintfRuntimeBinding does the same, and what it writes is printed wrongly: a literal for `%s` has no end
// when its length is a multiple of four, any other text is "???", constants of double for `%f` become floats, and
// `%F` and vectors of 16 bytes are misread. AMD's runtime (rocprintf.cpp and devkernel.cpp of its clr) has its own
// peculiarities, which are avoided here:
// - it prints `%%` as it stands behind the last conversion, knows no `%F`, `%A` and `%v16hh`, has no sign for `%hhd`,
//   and drops blanks behind a percent sign;
// - it takes `\n` for the end of a line where the source has a backslash and an n, and `hl` in a word for a length;
// - it ends each format with a line break that has none, and prints "(null)" for an empty text.
// So literals are in the format, vectors are a conversion for each element, numbers have 32 or 64 bits, characters that
// would be misread are `%c`, and before the line break that silences the runtime, where the source has none, is '\0'.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuRecordPrintf : public RequiredPass<AmdgpuRecordPrintf> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker
