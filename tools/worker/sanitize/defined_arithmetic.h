// Arithmetic whose results the language leaves undefined.
#pragma once

#include "worker/sanitize/check_writer.h"

namespace clc::worker {

// Defines such results in all functions of a module: a wrong divisor becomes 1, conversions saturate, and a constant
// without a value becomes -1. LLVM makes poison of them, and a check whose condition is poison may be removed with all
// that follows it. Before any pass that folds, inlining among them. If `reports`, calls that inlining keeps note what
// is wrong, for report_arithmetic.
void define_arithmetic(llvm::Module& module, bool reports);

// Reports what such a call notes, and erases it. Returns false, and changes nothing, for other instructions.
bool report_arithmetic(llvm::Instruction& at, CheckWriter& writer);

}  // namespace clc::worker
