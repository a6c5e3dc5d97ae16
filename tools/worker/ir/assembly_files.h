// Files that assembly names with `.incbin` and `.include`.
#pragma once

namespace clc::worker {

// Makes both directives errors for all targets, which are registered already. What LLVM's assembler reads would be
// known neither to the cache nor to the dependency file.
void refuse_assembly_files();

}  // namespace clc::worker
