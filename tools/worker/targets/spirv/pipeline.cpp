#include "worker/targets/spirv/pipeline.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

#include "worker/ir/failure.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/expand_canonicalize.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/mark_constant_structs.h"
#include "worker/passes/spirv_align_copies.h"
#include "worker/passes/spirv_compare_addresses.h"
#include "worker/passes/spirv_copy_fills.h"
#include "worker/passes/spirv_emit_contraction_off.h"
#include "worker/passes/spirv_expand_bit_reversals.h"
#include "worker/passes/spirv_expand_builtins.h"
#include "worker/passes/spirv_expand_funnel_shifts.h"
#include "worker/passes/spirv_expand_index_mad24.h"
#include "worker/passes/spirv_expand_integer_functions.h"
#include "worker/passes/spirv_expand_moves.h"
#include "worker/passes/spirv_expand_overflow_checks.h"
#include "worker/passes/spirv_fold_constant_operands.h"
#include "worker/passes/spirv_form_sign_extensions.h"
#include "worker/passes/spirv_fuse_divergent_products.h"
#include "worker/passes/spirv_hide_pointer_variables.h"
#include "worker/passes/spirv_index_elements.h"
#include "worker/passes/spirv_index_event_arrays.h"
#include "worker/passes/spirv_index_struct_members.h"
#include "worker/passes/spirv_join_switch_edges.h"
#include "worker/passes/spirv_keep_long_loops.h"
#include "worker/passes/spirv_load_null_events.h"
#include "worker/passes/spirv_lower_broadcasts.h"
#include "worker/passes/spirv_lower_fmuladd.h"
#include "worker/passes/spirv_lower_generic_atomics.h"
#include "worker/passes/spirv_lower_shuffles.h"
#include "worker/passes/spirv_lower_signed_bool.h"
#include "worker/passes/spirv_mark_contractible_products.h"
#include "worker/passes/spirv_mask_sign_extensions.h"
#include "worker/passes/spirv_name_address_spaces.h"
#include "worker/passes/spirv_name_intrinsics.h"
#include "worker/passes/spirv_narrow_counters.h"
#include "worker/passes/spirv_offset_builtin_pointers.h"
#include "worker/passes/spirv_permit_vec3_inlining.h"
#include "worker/passes/spirv_remove_odd_vectors.h"
#include "worker/passes/spirv_remove_odd_widths.h"
#include "worker/passes/spirv_repeat_variable_offsets.h"
#include "worker/passes/spirv_request_inlining.h"
#include "worker/passes/spirv_rotate_fma_recurrences.h"
#include "worker/passes/spirv_scalarize_phis.h"
#include "worker/passes/spirv_scalarize_short_vectors.h"
#include "worker/passes/spirv_sign_extend_nonneg.h"
#include "worker/passes/spirv_splat_select_conditions.h"
#include "worker/passes/spirv_split_invariant_addresses.h"
#include "worker/passes/spirv_split_long_tables.h"
#include "worker/passes/spirv_split_printf_vectors.h"
#include "worker/passes/spirv_split_uniform_addresses.h"
#include "worker/passes/spirv_split_wide_builtins.h"
#include "worker/passes/spirv_test_loops_first.h"
#include "worker/passes/spirv_use_fmin_common.h"
#include "worker/passes/spirv_widen_bit_fields.h"
#include "worker/passes/spirv_widen_index_sums.h"
#include "worker/passes/spirv_widen_work_item_ids.h"
#include "worker/passes/spirv_write_out_builtins.h"
#include "worker/passes/strip_names.h"

namespace clc::worker {

namespace {

// True for passes that only the vectoriser of Intel's CPU driver needs.
bool is_tuned_for_intel(const SpirvSettings& settings) {
  return llvm::is_contained(settings.target.features, k_tune_intel_cpu);
}

// Replaces everything that SPIR-V, its backend in LLVM, or drivers lack.
void add_spirv_lowering(PassList& list, const SpirvSettings& settings, int level) {
  const bool is_tuned = is_tuned_for_intel(settings);
  list.add(SpirvFoldConstantOperands());
  if (settings.target.arch < "1.5") list.add(SpirvLowerBroadcasts());
  list.add(SpirvLowerShuffles());
  list.add(LowerMathsIntrinsics());
  list.add(SpirvRemoveOddVectors());
  list.add(SpirvExpandOverflowChecks());
  list.add(SpirvExpandBitReversals());
  list.add(ExpandCanonicalize());
  list.add(SpirvEmitContractionOff(settings.permits_contractions));
  // Beyond this point passes form products that drivers may contract but that are not marked `contract`.
  if (is_tuned) {
    list.add(SpirvRotateFmaRecurrences());
    list.add(SpirvFuseDivergentProducts());
  }
  // Beyond this point contractions are calls of OpenCL's `mad`.
  list.add(SpirvLowerFmuladd(is_tuned));
  if (level > 0 && is_tuned) {
    list.add(SpirvScalarizePhis());
    list.add(SpirvScalarizeShortVectors());  // makes calls that the next pass expands
  }
  if (level > 0) list.add(SpirvExpandIntegerFunctions(is_tuned));
  list.add(SpirvExpandFunnelShifts());
  list.add(SpirvSplitPrintfVectors());
  list.add(SpirvUseFminCommon());
  if (level > 0 && !is_tuned) list.add(SpirvNameIntrinsics());
  list.add(SpirvSplitWideBuiltins(/*has_avx=*/is_tuned));  // after the passes that make calls of vectors
  list.add(SpirvSplatSelectConditions());
  list.add(SpirvMaskSignExtensions());
  list.add(SpirvLowerSignedBool());
  list.add(SpirvIndexEventArrays());
  list.add(SpirvLoadNullEvents());
  list.add(SpirvExpandMoves());
  list.add(SpirvCompareAddresses());
  list.add(SpirvHidePointerVariables());
  list.add(SpirvOffsetBuiltinPointers());
  list.add(SpirvJoinSwitchEdges());
  if (level > 1) list.add(SpirvRequestInlining());
  list.add(SpirvPermitVec3Inlining());
  list.add(SpirvCopyFills());
  list.add(SpirvAlignCopies());
  list.add(SpirvSplitLongTables());
  list.add(SpirvRemoveOddWidths());
}

}  // namespace

void add_spirv_passes_before_optimizer(PassList& list, const SpirvSettings& settings) {
  list.add(llvm::InferAddressSpacesPass());
  list.add(SpirvNameAddressSpaces(/*names_all=*/false));
  list.add_fallible(LinkBuiltins(settings.target));
  list.add(SpirvExpandBuiltins());
  if (!is_tuned_for_intel(settings)) {
    list.add(SpirvWriteOutBuiltins());
    list.add(MarkConstantStructs());  // before kernels' bodies are inlined
  }
  list.add(KeepOnlyKernels());
  list.add(SpirvMarkContractibleProducts());
  list.add(SpirvWidenBitFields());
}

void add_spirv_passes(PassList& list, const SpirvSettings& settings, int level, const PipelineHooks& hooks) {
  const bool is_tuned = is_tuned_for_intel(settings);
  if (is_tuned) {
    list.builder().registerLateLoopOptimizationsEPCallback(
        [](llvm::LoopPassManager& passes, llvm::OptimizationLevel /*level*/) { passes.addPass(SpirvKeepLongLoops()); });
  }
  list.add_optimizer(level);
  list.add_fallible(CheckOptimizedKernels());
  list.add(llvm::InferAddressSpacesPass());
  list.add(SpirvNameAddressSpaces(/*names_all=*/true));
  list.add(SpirvLowerGenericAtomics());
  if (hooks.record) {
    list.add_fallible(Call([record = hooks.record](llvm::Module& module) {
      if (auto recorded = record(module); !recorded) report_failure(module.getContext(), recorded.error());
    }));
  }
  if (level > 0) {
    if (is_tuned) {
      // The vectoriser then sees the strides of indices between work-items.
      list.add(SpirvExpandIndexMad24());
      list.add(SpirvSignExtendNonneg());
      list.add(SpirvFormSignExtensions());
      list.add(SpirvWidenIndexSums());  // after the two that form sign extensions of sums
      list.add(SpirvWidenWorkItemIds());
      list.add(SpirvIndexElements());
    }
    list.add(SpirvSplitInvariantAddresses());  // after the offsets in bytes have become indices
    if (is_tuned) list.add(SpirvSplitUniformAddresses());
    if (!is_tuned) list.add(SpirvNarrowCounters());
    // Equal truncations are merged, because Intel's driver turns one with a single use back into shifts. Both passes
    // also remove dead code of the passes above.
    list.add(llvm::EarlyCSEPass());
    list.add(llvm::DCEPass());
    if (!is_tuned) {
      list.add(SpirvIndexStructMembers());
      list.add(SpirvTestLoopsFirst());
    }
  }
  add_spirv_lowering(list, settings, level);
  list.add(SpirvRepeatVariableOffsets());
  list.add(Call(hooks.after_optimizer));
  if (settings.language.strips_names) list.add(StripNames(settings.language.strips_arguments));
}

}  // namespace clc::worker
