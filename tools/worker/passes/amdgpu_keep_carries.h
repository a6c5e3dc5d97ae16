// Splits a block before an addition whose carry is used, if an operand may be computed by an addition without a carry:
//   %p = mul i64 %a, %b                                       %p = mul i64 %a, %b
//   %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)           br label %next
//                                                      next:  %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
// LLVM 22 adds wide integers in parts of 32 bits. Where a part adds only the incoming carry to a sum, it fuses the two:
// `(x + y) + 0 + carry` becomes `x + y + carry`. The value is the same, but the carry out is then also set by x + y
// (llvm 204362). The high half of a product is such a sum, so that add_sat(a * b, 1UL) returns ULONG_MAX wherever x + y
// overflows. Subtractions and their borrow are affected alike, and so are 32-bit sums with an operand that is a carry
// itself. Instruction selection sees one block at a time, so a sum in another block is not fused. The pass can go when
// clc needs LLVM 23.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuKeepCarries : public RequiredPass<AmdgpuKeepCarries> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
