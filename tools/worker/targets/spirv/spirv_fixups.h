// Repairs what LLVM 22's SPIR-V backend writes wrong, or in a form that drivers cannot read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "clc/base/result.h"

namespace clc::worker {

Result<std::vector<std::uint32_t>> to_words(std::string_view bytes);

// - `OpConstantNull` of scalars becomes a constant 0: PoCL's translator aborts on the former.
// - `OpCompositeConstruct` becomes a chain of `OpCompositeInsert`: the translators of LLVM 14 and 15 take it of
// constants only, and die of the rest.
// - `OpConstantNull` of events loses an operand that does not belong there.
// - Calls of __spirv_ImageQueryOrder, __spirv_ImageQueryFormat and __spirv_GenericPtrMemSemantics become these
// instructions.
// - An extension that no driver needs for `printf` is dropped.
// - `printf` formats become pointers to 8-bit integers, as the extended instruction wants.
// - 64-bit atomics get the capability Int64Atomics.
// - A function that is called and defined nowhere is an error (k_compile) that names it.
Result<void> fix_backend_output(std::vector<std::uint32_t>& words);

// The backend keeps the lowest byte of a private variable's alignment: 128 becomes 4294967168, and 256 and more 0. The
// latter become `widest`, the widest alignment of any of them. `words` are those of a whole module.
void fix_private_alignments(std::vector<std::uint32_t>& words, std::uint32_t widest);

}  // namespace clc::worker
