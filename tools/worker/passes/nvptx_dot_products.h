// Sums of products of bytes.
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace clc::worker {

// Makes one instruction, dp4a, of four products of bytes that a sum of 32 bits adds up. The four bytes on each side
// follow each other in memory or in a vector; those in memory are loaded by as many bytes as their address allows, at
// once. The sum is the same, as both wrap around.
class MakeDotProducts : public llvm::PassInfoMixin<MakeDotProducts> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// Puts the pass into the pipeline that `builder` will make, for chips that have the instruction: once before loops with
// many turns are unrolled, so that what they become counts, and once at the end.
void add_dot_products(llvm::PassBuilder& builder, llvm::StringRef chip);

}  // namespace clc::worker
