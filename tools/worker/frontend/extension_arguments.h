// Arguments of Clang's front end for extensions of OpenCL C that several targets announce.
#pragma once

namespace clc::worker {

// Extensions that builtins/bit_operations.clh and dot_product.clh define for any chip.
inline constexpr const char* k_integer_extensions =
    "-cl-ext=+cl_khr_extended_bit_ops,+cl_khr_integer_dot_product,+__opencl_c_integer_dot_product_input_4x8bit,"
    "+__opencl_c_integer_dot_product_input_4x8bit_packed";

// Extensions that builtins/float_atomics.clh defines.
inline constexpr const char* k_float_atomics =
    "-cl-ext=+cl_ext_float_atomics,+__opencl_c_ext_fp32_global_atomic_add,+__opencl_c_ext_fp32_local_atomic_add,"
    "+__opencl_c_ext_fp32_global_atomic_min_max,+__opencl_c_ext_fp32_local_atomic_min_max,"
    "+__opencl_c_ext_fp64_global_atomic_add,+__opencl_c_ext_fp64_local_atomic_add,"
    "+__opencl_c_ext_fp64_global_atomic_min_max,+__opencl_c_ext_fp64_local_atomic_min_max";
inline constexpr const char* k_half_atomics =
    "-cl-ext=+__opencl_c_ext_fp16_global_atomic_load_store,+__opencl_c_ext_fp16_local_atomic_load_store,"
    "+__opencl_c_ext_fp16_global_atomic_add,+__opencl_c_ext_fp16_local_atomic_add,"
    "+__opencl_c_ext_fp16_global_atomic_min_max,+__opencl_c_ext_fp16_local_atomic_min_max";

// Extensions that builtins/kernel_clock.clh defines.
inline constexpr const char* k_kernel_clock =
    "-cl-ext=+cl_khr_kernel_clock,+__opencl_c_kernel_clock_scope_device,+__opencl_c_kernel_clock_scope_work_group,"
    "+__opencl_c_kernel_clock_scope_sub_group";

// Extensions that builtins/sub_groups.clh defines.
inline constexpr const char* k_sub_group_extensions =
    "-cl-ext=+cl_khr_subgroup_ballot,+cl_khr_subgroup_clustered_reduce,+cl_khr_subgroup_extended_types,"
    "+cl_khr_subgroup_non_uniform_arithmetic,+cl_khr_subgroup_non_uniform_vote,+cl_khr_subgroup_rotate,"
    "+cl_khr_subgroup_shuffle,+cl_khr_subgroup_shuffle_relative";

inline constexpr const char* k_no_images =
    "-cl-ext=-__opencl_c_images,-__opencl_c_3d_image_writes,-__opencl_c_read_write_images,-cl_khr_3d_image_writes,"
    "-cl_khr_depth_images,-cl_khr_mipmap_image,-cl_khr_mipmap_image_writes,-cl_khr_gl_msaa_sharing";

// Clang knows no such extension: opencl_extensions.h declares its functions.
inline constexpr const char* k_async_copies = "-Dcl_khr_extended_async_copies=1";

}  // namespace clc::worker
