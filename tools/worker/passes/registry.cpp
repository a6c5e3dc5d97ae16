#include "worker/passes/registry.h"

#include <optional>

#include "worker/analyses/divergence.h"

// All targets
#include "worker/passes/align_aggregates.h"
#include "worker/passes/align_local_arguments.h"
#include "worker/passes/check_optimized_kernels.h"
#include "worker/passes/check_undefined_functions.h"
#include "worker/passes/define_partial_vectors.h"
#include "worker/passes/drop_convergence_of_intrinsics.h"
#include "worker/passes/drop_impossible_nonnull.h"
#include "worker/passes/drop_used_lists.h"
#include "worker/passes/expand_canonicalize.h"
#include "worker/passes/expand_constant_powers.h"
#include "worker/passes/keep_only_kernels.h"
#include "worker/passes/link_builtins.h"
#include "worker/passes/lower_cooperative_matrices.h"
#include "worker/passes/lower_float8_conversions.h"
#include "worker/passes/lower_maths_intrinsics.h"
#include "worker/passes/mark_constant_structs.h"
#include "worker/passes/mark_program_functions.h"
#include "worker/passes/note_ends_of_source.h"
#include "worker/passes/reduce_vector_conditions.h"
#include "worker/passes/rename_own_functions.h"
#include "worker/passes/run_global_constructors.h"
#include "worker/passes/scalarize_canonicalize.h"
#include "worker/passes/select_short_branches.h"
#include "worker/passes/select_vector_elements.h"
#include "worker/passes/spirv_name_intrinsics.h"
#include "worker/passes/spirv_write_out_builtins.h"
#include "worker/passes/strip_names.h"
// AMD
#include "worker/passes/amdgpu_define_controls.h"
#include "worker/passes/amdgpu_divide_exactly.h"
#include "worker/passes/amdgpu_duplicate_bit_tests.h"
#include "worker/passes/amdgpu_expand_wide_differences.h"
#include "worker/passes/amdgpu_fold_or_with_all_ones.h"
#include "worker/passes/amdgpu_hide_byte_products.h"
#include "worker/passes/amdgpu_hoist_spill_lanes.h"
#include "worker/passes/amdgpu_keep_branch_values.h"
#include "worker/passes/amdgpu_keep_carries.h"
#include "worker/passes/amdgpu_keep_copies_in_flight.h"
#include "worker/passes/amdgpu_keep_loop_waits.h"
#include "worker/passes/amdgpu_nest_switches.h"
#include "worker/passes/amdgpu_protect_kernels.h"
#include "worker/passes/amdgpu_read_known_elements.h"
#include "worker/passes/amdgpu_record_printf.h"
#include "worker/passes/amdgpu_scalarize_long_chains.h"
#include "worker/passes/amdgpu_split_long_constants.h"
#include "worker/passes/amdgpu_split_long_regions.h"
#include "worker/passes/amdgpu_split_loop_entries.h"
#include "worker/passes/amdgpu_swap_bytes_by_halves.h"
#include "worker/passes/amdgpu_use_features.h"
#include "worker/passes/amdgpu_wait_for_write_backs.h"
#include "worker/passes/machine_pass.h"
#include "worker/passes/r600_check_atomics.h"
#include "worker/passes/r600_replace_increments.h"
// NVIDIA
#include "worker/passes/number_group_copies.h"
#include "worker/passes/nvptx_copy_by_words.h"
#include "worker/passes/nvptx_copy_divergent_tables.h"
#include "worker/passes/nvptx_define_controls.h"
#include "worker/passes/nvptx_expand_abs.h"
#include "worker/passes/nvptx_expand_factored_products.h"
#include "worker/passes/nvptx_inline_image_functions.h"
#include "worker/passes/nvptx_invert_latch_branches.h"
#include "worker/passes/nvptx_keep_library_divisions_exact.h"
#include "worker/passes/nvptx_keep_squares.h"
#include "worker/passes/nvptx_limit_registers.h"
#include "worker/passes/nvptx_lower_cuda_images.h"
#include "worker/passes/nvptx_lower_images.h"
#include "worker/passes/nvptx_lower_printf.h"
#include "worker/passes/nvptx_make_dot_products.h"
#include "worker/passes/nvptx_make_names_valid.h"
#include "worker/passes/nvptx_mark_read_only_loads.h"
#include "worker/passes/nvptx_move_local_memory.h"
#include "worker/passes/nvptx_overlap_group_products.h"
#include "worker/passes/nvptx_pass_cuda_parameters.h"
#include "worker/passes/nvptx_pass_padding.h"
#include "worker/passes/nvptx_prepare_cuda_launches.h"
#include "worker/passes/nvptx_read_structs_in_place.h"
#include "worker/passes/nvptx_restore_neighbour_sums.h"
#include "worker/passes/nvptx_set_work_group_sizes.h"
#include "worker/passes/nvptx_shorten_divisions.h"
#include "worker/passes/nvptx_sign_extend_sums.h"
#include "worker/passes/nvptx_unroll_strided_loops.h"
#include "worker/passes/nvptx_widen_divisions.h"
#include "worker/passes/nvptx_widen_narrow_arithmetic.h"
#include "worker/passes/nvptx_widen_narrow_products.h"
// SPIR-V
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

namespace clc::worker {
namespace {

Target target_named(llvm::StringRef name) {
  return parse_target(name.str()).value_or(Target());
}

unsigned number_in(llvm::StringRef text) {
  unsigned number = 0;
  text.getAsInteger(10, number);
  return number;
}

// The parameters of `name` where it is `pass` or `pass<parameters>`.
std::optional<llvm::StringRef> parameters_of(llvm::StringRef name, llvm::StringRef pass) {
  if (!name.consume_front(pass)) return std::nullopt;
  if (name.empty()) return name;
  if (!name.consume_front("<") || !name.consume_back(">")) return std::nullopt;
  return name;
}

// Calls `add` with each name and a function that makes its pass of parameters.
template <class Add>
void for_each_module_pass([[maybe_unused]] llvm::TargetMachine& machine, [[maybe_unused]] const Add& add) {
#define MODULE_PASS(NAME, PASS) add(NAME, [&]([[maybe_unused]] llvm::StringRef parameters) { return PASS; });
#include "worker/passes/PassRegistry.def"
}

template <class Add>
void for_each_function_pass([[maybe_unused]] llvm::TargetMachine& machine, [[maybe_unused]] const Add& add) {
#define FUNCTION_PASS(NAME, PASS) add(NAME, [&]([[maybe_unused]] llvm::StringRef parameters) { return PASS; });
#include "worker/passes/PassRegistry.def"
}

template <class Add>
void for_each_loop_pass([[maybe_unused]] llvm::TargetMachine& machine, [[maybe_unused]] const Add& add) {
#define LOOP_PASS(NAME, PASS) add(NAME, [&]([[maybe_unused]] llvm::StringRef parameters) { return PASS; });
#include "worker/passes/PassRegistry.def"
}

// Returns a function that adds the pass of this name to a list, and sets `is_known` where there is one.
template <class Manager>
auto adder_of(llvm::StringRef name, Manager& passes, bool& is_known) {
  return [name, &passes, &is_known](llvm::StringRef pass, const auto& make) {
    const std::optional<llvm::StringRef> parameters = parameters_of(name, pass);
    if (!parameters) return;
    passes.addPass(make(*parameters));
    is_known = true;
  };
}

void name_classes(llvm::PassInstrumentationCallbacks& callbacks, llvm::TargetMachine& machine) {
  const auto name_class = [&callbacks](llvm::StringRef pass, const auto& make) {
    callbacks.addClassToPassName(decltype(make({}))::name(), pass);
  };
  for_each_module_pass(machine, name_class);
  for_each_function_pass(machine, name_class);
  for_each_loop_pass(machine, name_class);
}

}  // namespace

void register_passes(llvm::PassBuilder& builder, llvm::TargetMachine& machine) {
  using Elements = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;
  builder.registerPipelineParsingCallback(
      [&machine](llvm::StringRef name, llvm::ModulePassManager& passes, Elements /*inner*/) {
        bool is_known = false;
        for_each_module_pass(machine, adder_of(name, passes, is_known));
        return is_known;
      });
  builder.registerPipelineParsingCallback(
      [&machine](llvm::StringRef name, llvm::FunctionPassManager& passes, Elements /*inner*/) {
        bool is_known = false;
        for_each_function_pass(machine, adder_of(name, passes, is_known));
        return is_known;
      });
  builder.registerPipelineParsingCallback(
      [&machine](llvm::StringRef name, llvm::LoopPassManager& passes, Elements /*inner*/) {
        bool is_known = false;
        for_each_loop_pass(machine, adder_of(name, passes, is_known));
        return is_known;
      });
  builder.registerAnalysisRegistrationCallback(
      [](llvm::FunctionAnalysisManager& analyses) { analyses.registerPass([] { return DivergenceAnalysis(); }); });
  if (llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks())
    name_classes(*callbacks, machine);
}

llvm::Pass* make_machine_pass(llvm::StringRef name, llvm::TargetMachine& machine) {
#define MACHINE_PASS(NAME, PASS) \
  if (name == NAME) return new PASS;
#include "worker/passes/PassRegistry.def"
  return nullptr;
}

}  // namespace clc::worker
