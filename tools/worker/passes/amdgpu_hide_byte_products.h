// Hides a product of bytes from anything but a sum, where LLVM would take that for a sum in a dot product:
//   %p = mul i32 %a, %b          bytes           %p = mul i32 %a, %b
//   %q = mul i32 %c, %d          bytes           %q = mul i32 %c, %d
//   %x = xor i32 %q, %z                          %h = call i32 asm "", "=v,0"(i32 %q)
//   %r = add i32 %p, %x                          %x = xor i32 %h, %z
//                                                %r = add i32 %p, %x
// On chips with v_dot4_i32_i8 or v_dot4_i32_iu8, LLVM 22 follows the products of bytes in a chain of additions, and
// - takes any instruction with a product among its operands for an addition: here %r is a * b + c * d + z;
// - takes a number for a byte if its second byte is zero or of unknown origin: 0xff00ff & %y is one;
// - adds in 32 bits where the sum has 64.
// The code generator moves operands between additions first, so that the order of them says nothing. No public report
// is known. In a sum with others, a product of the second kind is hidden too, and one of 64 bits is computed in 32 and
// extended. Sums of 32 bits of true bytes stay, and become v_dot4. The pass can go when clc needs an LLVM with a fix.
#pragma once

#include <llvm/Target/TargetMachine.h>

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuHideByteProducts : public RequiredPass<AmdgpuHideByteProducts> {
 public:
  explicit AmdgpuHideByteProducts(const llvm::TargetMachine& machine) : machine_(machine) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const llvm::TargetMachine& machine_;
};

}  // namespace clc::worker
