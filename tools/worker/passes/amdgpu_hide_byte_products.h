// Hides a product of bytes from a sum that LLVM would take for the sum of a dot product:
//   %p = mul i32 %a, %b          bytes           %p = mul i32 %a, %b
//   %q = mul i32 %c, %d          bytes           %q = mul i32 %c, %d
//   %x = xor i32 %q, %z                          %x = xor i32 %q, %z
//   %r = add i32 %p, %x                          %h = call i32 asm "", "=v,0"(i32 %p)
//                                                %r = add i32 %h, %x
// On chips with v_dot4_i32_i8 or v_dot4_i32_iu8, LLVM 22 follows the products of bytes in a chain of additions, and
// - takes any instruction with a product among its operands for an addition: here %r is a * b + c * d + z;
// - takes a number for a byte if its second byte is zero or of unknown origin: 0xff00ff & %y is one;
// - adds in 32 bits where the sum has 64.
// No public report is known. A product of 64 bits, which is the third case alone, is computed and extended from 32.
// Sums of 32 bits of true bytes stay, and become v_dot4. The pass can go when clc needs an LLVM with a fix.
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
