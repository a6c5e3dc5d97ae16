// Lowers printf to a record in the buffer that AMD's runtime prints when the kernel has ended. The record holds the
// number of the format, whose text is metadata of the code object, and the arguments:
//   printf("%d\n", x)   becomes   record = __printf_alloc(8); if (record) { record[0] = 1; record[1] = x; }
//                                 !llvm.printf.fmts: "1:1:4:%d\\n"
// It runs before AMD's libraries are linked, which define a printf that prints nothing, and reports a format that is
// not a constant string (k_compile).
//
// LLVM's AMDGPUPrintfRuntimeBinding does the same, but its records print wrongly: a `%s` literal is not terminated if
// its length is a multiple of four, any other text prints as "???", double constants for `%f` become floats, and `%F`
// and 16-byte vectors are misread. AMD's runtime (rocprintf.cpp and devkernel.cpp of its clr) has faults of its own,
// which the pass works around:
// - it prints `%%` after the last conversion unchanged, knows no `%F`, `%A` and `%v16hh`, loses the sign of `%hhd`,
//   and drops spaces after a percent sign;
// - it takes a backslash and an n in the source for a line break, and `hl` in literal text for a length modifier;
// - it appends a line break to a format that has none, and prints "(null)" for an empty text.
// So text literals are folded into the format, vectors get one conversion per element, numbers have 32 or 64 bits,
// misread characters are passed as `%c`, up to six texts of a call that may be empty get formats with and without them,
// and a format without a line break gets '\0' and one, so that the runtime adds none and prints none.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuRecordPrintf : public RequiredPass<AmdgpuRecordPrintf> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
};

}  // namespace clc::worker
