// Repairs addresses in the initializers that LLVM 22's SPIR-V backend writes.
#pragma once

#include <cstdint>
#include <vector>

namespace clc::worker {

// - The backend gives an offset in bytes as an index into the variable, whatever its elements are; it becomes an index
//   of bytes.
// - Constants whose type is not the one that their array, structure or variable wants are converted to that.
// `words` are those of a whole module.
void fix_constant_addresses(std::vector<std::uint32_t>& words);

}  // namespace clc::worker
