#include "worker/targets/amdgpu/codegen_pipeline.h"

#include <llvm/ADT/STLExtras.h>

#include "worker/passes/registry.h"

namespace clc::worker {
namespace {

// A pass of clc, and the pass of LLVM that it runs before.
struct OwnPass {
  const char* name;
  const char* next;
};

constexpr OwnPass k_own_passes[] = {
    // LLVM IR. The next pass would make one tree of branches of a large switch, which later passes are slow for.
    {"amdgpu-nest-switches", "Lower SwitchInst's to branches"},
    // The next pass loses the values.
    {"amdgpu-split-loop-entries", "Convert irreducible control-flow into natural loops"},
    // Beyond this point no pass of LLVM moves values between blocks or forms sums with carries.
    {"amdgpu-keep-carries", "Structurize control flow"},
    // The structurizer itself loses the values.
    {"amdgpu-keep-branch-values", "Structurize control flow"},

    // Instructions of virtual registers. The next pass makes one test of two comparisons.
    {"amdgpu-duplicate-bit-tests", "Peephole Optimizations"},
    // The next pass removes the wrong operand.
    {"amdgpu-fold-or-with-all-ones", "SI Fold Operands"},
    // Scalar registers have been spilled to lanes of virtual vector registers, which get registers of their own next.
    {"amdgpu-hoist-spill-lanes", "SI Pre-allocate WWM Registers"},

    // Beyond this point registers are the chip's. The next pass expands the instructions that are replaced.
    {"amdgpu-read-known-elements", "Post-RA pseudo instruction expansion pass"},
    {"amdgpu-split-long-constants", "Post-RA pseudo instruction expansion pass"},
    // The next pass compares each instruction of a region with those behind it.
    {"amdgpu-split-long-regions", "PostRA Machine Instruction Scheduler"},
    // The next pass removes the waits.
    {"amdgpu-keep-loop-waits", "SI insert wait instructions"},
    // The next pass would insert waits for what a kernel waits for itself.
    {"amdgpu-keep-copies-in-flight", "SI insert wait instructions"},
};

}  // namespace

void AmdgpuCodeGenerator::add(llvm::Pass* pass) {
  for (const OwnPass& own : k_own_passes) {
    if (pass->getPassName() == own.next && !llvm::is_contained(left_out_, own.name))
      PassManager::add(make_machine_pass(own.name, machine_));
  }
  PassManager::add(pass);
}

}  // namespace clc::worker
