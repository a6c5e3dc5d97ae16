// Computes builtins and conversions of vectors of more than 128 bits by halves, and shuffles of them by elements.
//   %r = call <8 x float> @_Z4fabsDv8_f(<8 x float> %v)
// becomes
//   %l = call <4 x float> @_Z4fabsDv4_f(<4 x float> %v0)
//   %h = call <4 x float> @_Z4fabsDv4_f(<4 x float> %v1)
//   %r = shufflevector %l, %h, ...
// PoCL (3.1 to 7.1) gives its builtins undefined vectors where the program is SPIR-V: its wrapper of a builtin stores
// an argument that no register holds in a variable of its own, whose address it passes by `tail call`, so that LLVM
// drops the store (lib/kernel/SPIR/generate_spir_wrapper.py). Registers of CPUs with AVX hold 256 bits, those of others
// 128; vectors of three 64-bit numbers and geometric functions of four stay wrong there. Code that is tuned for Intel's
// driver keeps vectors of 256 bits. It goes when PoCL's wrappers call plainly.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class SpirvSplitWideBuiltins : public RequiredPass<SpirvSplitWideBuiltins> {
 public:
  explicit SpirvSplitWideBuiltins(bool has_avx) : register_bits_(has_avx ? 256 : 128) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  unsigned register_bits_;
};

}  // namespace clc::worker
