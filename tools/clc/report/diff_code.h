// clc diff: which kernels' code changed in a binary that changed, and how.
#pragma once

#include <vector>

#include "clc/package/package.h"
#include "report/diff.h"
#include "disasm/disasm.h"
#include "support/sink.h"

namespace clc {

// Tells of each changed kernel whether its own code did, where the binaries tell; a kernel of which nothing differs
// after all is taken out.
void compare_code(const Package& before, const Package& after, std::vector<KernelChange>& changes);

// Adds the difference of the disassemblies to each kernel whose code changed, or may have. One that cannot be shown
// is told of; the worst exit code.
int compare_isa(const Package& before, const Package& after, const DisassemblyOptions& options, Sink& sink,
                std::vector<KernelChange>& changes);

}  // namespace clc
