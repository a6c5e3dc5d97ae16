// Sums whose overflow is asked for.
#pragma once

#include <llvm/Pass.h>

namespace clc::worker {

// LLVM 22 adds integers of more than 32 bits by parts, and where a part adds nothing but the carry to a sum of its own,
// it makes one instruction of both: `(x + y) + 0 + carry` becomes `x + y + carry`. The value is the same, the carry is
// not, which x + y may set (llvm 204362); differences and their borrow alike. With
//
//   r = add_sat(a * b, 1UL)                the high half of the product is such a sum
//
// the result is ULONG_MAX wherever the halves of the product overflow. Code is selected block by block, so that here
// a new one begins where an operand may end in such a sum, which is then no part of what is selected:
//
//   %p = mul i64 %a, %b                                       %p = mul i64 %a, %b
//   %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)           br label %next
//                                                      next:  %r = call i64 @llvm.uadd.sat.i64(i64 %p, i64 1)
class KeepCarries final : public llvm::FunctionPass {
 public:
  KeepCarries() : llvm::FunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  bool runOnFunction(llvm::Function& function) override;
};

}  // namespace clc::worker
