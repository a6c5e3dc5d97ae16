#include "insight/audit/common_words.h"

#include <set>

#include "base/text.h"

namespace clc {
namespace {

// C, C++ and OpenCL C: keywords, types, qualifiers, attributes, preprocessor.
constexpr std::string_view k_language =
    "alignas alignof asm auto bool break case catch char class concept const const_cast constexpr continue decltype "
    "default delete double else enum explicit export extern false float for friend goto inline int long mutable "
    "namespace new noexcept nullptr operator private protected public register reinterpret_cast requires restrict "
    "return short signed sizeof static static_assert static_cast struct switch template this throw true try typedef "
    "typeid typename union unsigned using virtual void volatile while kernel global local constant generic read_only "
    "write_only read_write pipe half uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t addrspace_cast "
    "sampler_t event_t queue_t define undef ifdef ifndef elif endif include error warning pragma line defined once "
    "unroll nounroll packed aligned endian host device vec_type_hint work_group_size_hint reqd_work_group_size "
    "intel_reqd_sub_group_size nosvm always_inline noinline opencl_unroll_hint overloadable pure unused deprecated "
    "mode enable disable OPENCL EXTENSION FP_CONTRACT STDC OFF NULL";

// Words that stand in the binaries of any kernel, also of one that has none of these names, for every target:
// directives, opcodes, metadata, sections, names that compilers make up, and what drivers link in.
constexpr std::string_view k_formats =
    "access_qualifier access_type action address_space addrmode addrspace amdgcn amdhsa annotation arch arg_index "
    "arg_type args arrayidx atom avx backedge bar barrier barrier_count block bmi body bra buffer_address "
    "buffer_offset by_value call callback callees callgraph callsite check comment compat compilation compiler cond "
    "config conv cpu demoted digest dynamic end entry exclude execution_env exit features flags format frame func "
    "funclet global global_buffer global_size group group_count hash ident ind index info init invariant kernels "
    "kind language_version lds lib lifetime live llvm load local_size loop loopexit mem memcpy memset metrics middle "
    "misc module mov name neg none note param partial phi pocl pointer popcnt pred preheader preserve proc prof "
    "program protector prototype ptr ptxas range readonly readwrite reg rel release reserved ret reverse scope "
    "scratch section self setp shared simd_size single_space size slm slm_size snprintf spir spirv split stack start "
    "stateful stateless std stdin str string strtab sub symbol symtab sync table target tex texref text texture "
    "thread tools trapping type type_name uniform unswitch usage value value_kind variable vec vector version "
    "vprintf wavefront wavefront_size wide width workgroup wrap xor";

// Names that Clang and LLVM give to values and blocks, and PoCL to what it passes to a kernel and links in.
constexpr std::string_view k_of_compilers =
    "add agg alloca arraydecay arrayinit bb bc bitreverse body bound broadcast bswap byval cast cleanup cmp coerce "
    "cond conflict crit_edge ctlz ctpop cttz cvttps2dq dbg dec div dyn elt elts end epil epilog exit_crit_edge "
    "exitcond ext extract f16 f32 f64 f80 factor fmt_str_cast found fpclass frexp fshl fshr gammafk gather gep "
    "get_float_pixel global_offset_x global_offset_y global_offset_z goffs got group_id_x group_id_y group_id_z hi "
    "hoist i16 i32 i64 i8 idx idxprom inc incdec indirect induction indvar indvars insert interleaved inv iter iters "
    "iv land lcmp lcssa lhs lnot lo local_id_x local_id_y local_id_z local_size_x local_size_y local_size_z lookup "
    "lor lsr main mask masked memcheck merge mod mul n_vec ncmp neg next niter not num_groups_x num_groups_y "
    "num_groups_z overflow parallel_bc param_t peel ph phi pre printf_buffer printf_buffer_capacity "
    "printf_buffer_position prol promoted ptrmask rdx reass ref rem remaining result resume retval rhs scatter "
    "scevcheck scevgep sel sext shift shl shr shuffle sink smallgrid smax smin spec speculate splat splatinsert sroa "
    "strided switchtable tableidx tailrecurse ternary then tmp tobool translate_sampler_initializer trunc uglygep "
    "umax umin umul unpack unr unroll_iter v16f v16i v2f v2i v3f v3i v4f v4i v8f v8i va_end va_list_tag va_start "
    "vcvtps2ph vecext vecinit vecins work_dim write_float_pixel xtraiter zext";

// Words of notes, sections and symbol tables, for every target.
constexpr std::string_view k_of_tools =
    "actual_access addr_mode_ address_qualifier agpr_count amd AMDGPU arg_bypointer arg_byvalue args_info "
    "binding_table_indices bti_value build capmerc clamp_border clamp_edge clamp_to_border clamp_to_edge "
    "cluster_dims cuinfo cwd Debian debug debug_frame dev_image_t device_enqueue_symbol "
    "disable_mid_thread_preemption dynamic_shared_pointer dynstr dynsym eh_frame eh_frame_hdr enqueued_local_size "
    "entry_image_header_indices eu_thread_count filtermode flags_t force_unnormalized_coords func_retval "
    "generate_local_id Generic gfx GLIBC global_host_access_table global_id_offset GNU gnu gpr_maximums grf_count "
    "group_segment_fixed_size has_4gb_buffers has_dpas has_fence_for_image_access has_global_atomics "
    "has_no_stateless_write has_rtcalls has_sample has_stack_calls hidden_block_count_x hidden_block_count_y "
    "hidden_block_count_z hidden_completion_action hidden_default_queue hidden_dynamic_lds_size "
    "hidden_global_offset_x hidden_global_offset_y hidden_global_offset_z hidden_grid_dims hidden_group_size_x "
    "hidden_group_size_y hidden_group_size_z hidden_heap_v1 hidden_hostcall_buffer hidden_multigrid_sync_arg "
    "hidden_none hidden_printf_buffer hidden_private_base hidden_queue_ptr hidden_remainder_x hidden_remainder_y "
    "hidden_remainder_z hidden_shared_base image_1d image_1d_array image_2d image_2d_array image_3d image_buffer "
    "image_type inline_data_payload_size inline_samplers intel intelgt is_const is_pipe is_restrict is_volatile "
    "isvectorized kernarg_segment_align kernarg_segment_size kernels_misc_info language Level libc libm Linker linux "
    "LLD local_depot max_flat_workgroup_size memory_usage mustprogress normalized nvidia NVPTX ocl omnipotent "
    "optimizer payload_arguments per_thread_memory_buffers per_thread_payload_arguments PIC PIE plt pointee_align "
    "private_base_stateless private_segment_fixed_size private_size property rela relro_padding reqd_workgroup_size "
    "require_disable_eufusion required_sub_group_size required_work_group_size rodata sampler_index sampler_type "
    "sgpr_count sgpr_spill_count shstrtab Simple slm_alignment sm_ source_offset spill_size sse symtab_shndx TBAA "
    "texmode_independent thread_scheduling_mode tkinfo type_qualifiers uniform_work_group_size user_attributes "
    "uses_dynamic_stack version_r vgpr_count vgpr_spill_count wchar_size work_group_walk_order_dimensions "
    "workgroup_processor_mode workgroup_size_hint writeonly x86 x86_64 ze_info";

}  // namespace

// Names of LLVM's intrinsics, as portable SPIR-V spells them: llvm_sqrt_v4f32.
bool is_intrinsic(std::string_view word) {
  if (!word.starts_with("llvm_")) return false;
  const std::string_view name = word.substr(5, word.rfind('_') - 5);
  const std::string_view type = word.substr(word.rfind('_') + 1);
  return type.find_first_not_of("0123456789vfi") == type.npos &&
         is_any_of(name, {"sqrt", "fma", "fmuladd", "ctpop", "minnum", "maxnum", "smin", "smax", "umin", "umax",
                          "floor", "ceil", "trunc", "rint", "fabs", "copysign"});
}

// Compilers number names that they need more than once.
std::string_view without_number(std::string_view word) {
  return word.substr(0, word.find_last_not_of("0123456789") + 1);
}

bool is_common_word(std::string_view word) {
  static const std::set<std::string_view> words = [] {
    std::set<std::string_view> all;
    for (const std::string_view list : {k_language, k_formats, k_of_compilers, k_of_tools}) {
      for (const std::string_view one : split(list, " ")) all.insert(one);
    }
    return all;
  }();
  return words.contains(word) || words.contains(without_number(word)) || is_intrinsic(word) ||
         starts_with_any(word, {"cl_", "CL_", "CLK_"});
}

bool is_common_account(std::string_view name) {
  return is_any_of(name, {"root", "user", "admin", "build", "builder", "buildd", "runner", "ubuntu", "debian", "nobody",
                          "daemon", "localhost", "docker", "gitlab", "jenkins"});
}

}  // namespace clc
