#include "worker/targets/r600/pipeline.h"

#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/check_undefined_functions.h"
#include "worker/passes/expand_canonicalize.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/r600_check_atomics.h"
#include "worker/passes/r600_replace_increments.h"
#include "worker/passes/strip_names.h"

namespace clc::worker {
namespace {

// LLVM's R600 backend crashes on code of lower levels, and cannot select the loops and vectors of -O3.
constexpr int k_optimization = 2;

}  // namespace

void add_r600_passes(PassList& list, const Target& target, const Language& language, const PipelineHooks& hooks) {
  list.add(LowerMathsIntrinsics());
  list.add(Call(hooks.before_builtins));
  list.add_fallible(LinkBuiltins(target));
  list.add(KeepOnlyKernels());
  list.add(Call(hooks.before_optimizer));

  list.add_optimizer(k_optimization);
  list.add_fallible(CheckOptimizedKernels());
  list.add(ExpandCanonicalize());

  // Beyond this point the module is what the code generator sees, except for names and for what it cannot select.
  list.add(Call(hooks.after_optimizer));
  if (language.strips_names) list.add(StripNames(language.strips_arguments));
  list.add_fallible(CheckUndefinedFunctions());
  list.add(R600ReplaceIncrements());
  list.add_fallible(R600CheckAtomics());
}

}  // namespace clc::worker
