#include "worker/targets/amdgpu/pipeline.h"

#include "worker/passes/align_local_arguments.h"
#include "worker/passes/amdgpu_define_controls.h"
#include "worker/passes/amdgpu_divide_exactly.h"
#include "worker/passes/amdgpu_expand_wide_differences.h"
#include "worker/passes/amdgpu_hide_byte_products.h"
#include "worker/passes/amdgpu_protect_kernels.h"
#include "worker/passes/amdgpu_record_printf.h"
#include "worker/passes/amdgpu_scalarize_long_chains.h"
#include "worker/passes/amdgpu_swap_bytes_by_halves.h"
#include "worker/passes/amdgpu_use_features.h"
#include "worker/passes/amdgpu_wait_for_write_backs.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/check_undefined_functions.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/number_group_copies.h"
#include "worker/passes/strip_names.h"
#include "worker/targets/amdgpu/amdgpu_waves.h"

namespace clc::worker {

AmdgpuSettings amdgpu_settings(const Target& target, const Language& language, const BuildOptions& options,
                               const llvm::TargetMachine& machine) {
  const bool is_fast = has_option(options, Option::k_fast_math);
  const AmdgpuControls controls{target.arch,
                                has_wide_waves(machine),
                                has_option(options, Option::k_zero_denorms),
                                is_fast || has_option(options, Option::k_finite_math),
                                allows_relaxed_maths(options),
                                has_option(options, Option::k_exact_roots)};
  return {target, language, controls};
}

void add_amdgpu_passes(PassList& list, const AmdgpuSettings& settings, const PipelineHooks& hooks,
                       llvm::TargetMachine& machine) {
  // Before AMD's libraries are linked, which define a printf that prints nothing.
  list.add_fallible(AmdgpuRecordPrintf());
  list.add(LowerMathsIntrinsics());
  list.add(Call(hooks.before_builtins));
  list.add_fallible(LinkBuiltins(settings.target));

  // Beyond this point AMD's libraries are in the module: their functions have target features of their own, read
  // control variables, and are internal.
  list.add(AmdgpuUseFeatures(machine));
  list.add(AmdgpuDefineControls(settings.controls));
  list.add(KeepOnlyKernels());
  list.add(NumberGroupCopies());
  list.add(AmdgpuProtectKernels());
  list.add(Call(hooks.before_optimizer));

  list.add_optimizer(settings.language.optimization);
  list.add_fallible(CheckOptimizedKernels());
  list.add(AlignLocalArguments());

  // Beyond this point the module is what the code generator sees, except for names and for workarounds of LLVM's bugs,
  // which the optimiser would undo. More workarounds run between the code generator's own passes: codegen_pipeline.cpp.
  list.add(Call(hooks.after_optimizer));
  list.add(AmdgpuSwapBytesByHalves(machine));
  list.add(AmdgpuWaitForWriteBacks(settings.target.arch));
  list.add(AmdgpuDivideExactly(machine));
  list.add(AmdgpuExpandWideDifferences());
  list.add(AmdgpuScalarizeLongChains());
  list.add(AmdgpuHideByteProducts(machine));
  if (settings.language.strips_names) list.add(StripNames(settings.language.strips_arguments));
  list.add_fallible(CheckUndefinedFunctions());
}

}  // namespace clc::worker
