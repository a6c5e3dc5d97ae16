// Starts a new block before a sum whose carry is used, if an operand may end in a sum without a carry:
//   %p = mul i64 %a, %b                                       %p = mul i64 %a, %b
//   %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)           br label %next
//                                                      next:  %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
// LLVM 22 adds integers of more than 32 bits by parts. If a part adds nothing but the carry to a sum, it makes one
// instruction of both: `(x + y) + 0 + carry` becomes `x + y + carry`. The value is the same, the carry is not, which
// x + y may set (llvm 204362); differences and their borrow alike. add_sat(a * b, 1UL), whose product has such a sum as
// its high half, is then ULONG_MAX wherever the halves of the product overflow. Code is selected block by block, so
// that the sum is no part of what is selected. It goes when clc needs LLVM 23.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuKeepCarries : public RequiredPass<AmdgpuKeepCarries> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker
