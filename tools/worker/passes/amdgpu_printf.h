// Calls of printf for AMD's runtime, which prints when a kernel has ended.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/base/result.h"

namespace clc::worker {

// Makes of each call of printf a record in the buffer that the runtime prints: the number of the format, whose text is
// metadata of the code object, and the arguments. To be called before AMD's libraries are linked, which define a printf
// that prints nothing. An error where a format is not known.
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
Result<void> record_printf(llvm::Module& module);

}  // namespace clc::worker
