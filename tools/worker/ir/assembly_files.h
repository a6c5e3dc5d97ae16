// Rejects files that assembly includes by `.incbin` and `.include`.
#pragma once

namespace clc::worker {

// Makes both directives errors for all targets that are registered. Files that LLVM's assembler reads are known neither
// to the cache nor to the dependency file.
void refuse_assembly_files();

}  // namespace clc::worker
