// Finds the kernels whose code changed, in binaries that changed, and the difference.
#pragma once

#include <vector>

#include "clc/package/package.h"
#include "insight/disasm/disasm.h"
#include "insight/report/diff.h"
#include "support/sink.h"

namespace clc {

// Sets `code_changed` of each changed kernel, if the binaries' form allows it, and removes kernels that turn out to be
// the same.
void compare_code(const Package& before, const Package& after, std::vector<KernelChange>& changes);

// Adds the difference of the disassemblies to each kernel whose code changed or may have changed. Warns of those that
// cannot be disassembled; the result is the worst exit code.
int compare_isa(const Package& before, const Package& after, const DisassemblyOptions& options, Sink& sink,
                std::vector<KernelChange>& changes);

}  // namespace clc
