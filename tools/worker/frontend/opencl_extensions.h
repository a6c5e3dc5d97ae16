// Functions of extensions that Clang's own OpenCL header lacks. The worker appends this text to that header.
// Switches on, without a pragma of the source, the types of each target, as the compilers of drivers do.
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef cl_khr_extended_async_copies
event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(__local void*, size_t,
                                                                             const __global void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_2D2D(__global void*, size_t,
                                                                             const __local void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(__local void*, size_t,
                                                                             const __global void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, size_t,
                                                                             size_t, size_t, event_t);
event_t __attribute__((overloadable, convergent)) async_work_group_copy_3D3D(__global void*, size_t,
                                                                             const __local void*, size_t, size_t,
                                                                             size_t, size_t, size_t, size_t, size_t,
                                                                             size_t, size_t, event_t);
#endif
// Functions that Clang has in a header that is not used here, and those that it lacks.
#ifdef cl_intel_bfloat16_conversions
ushort __attribute__((overloadable, const)) intel_convert_bfloat16_as_ushort(float);
float __attribute__((overloadable, const)) intel_convert_as_bfloat16_float(ushort);
ushort2 __attribute__((overloadable, const)) intel_convert_bfloat162_as_ushort2(float2);
float2 __attribute__((overloadable, const)) intel_convert_as_bfloat162_float2(ushort2);
ushort3 __attribute__((overloadable, const)) intel_convert_bfloat163_as_ushort3(float3);
float3 __attribute__((overloadable, const)) intel_convert_as_bfloat163_float3(ushort3);
ushort4 __attribute__((overloadable, const)) intel_convert_bfloat164_as_ushort4(float4);
float4 __attribute__((overloadable, const)) intel_convert_as_bfloat164_float4(ushort4);
ushort8 __attribute__((overloadable, const)) intel_convert_bfloat168_as_ushort8(float8);
float8 __attribute__((overloadable, const)) intel_convert_as_bfloat168_float8(ushort8);
ushort16 __attribute__((overloadable, const)) intel_convert_bfloat1616_as_ushort16(float16);
float16 __attribute__((overloadable, const)) intel_convert_as_bfloat1616_float16(ushort16);
#endif
#ifdef cl_intel_split_work_group_barrier
void __attribute__((overloadable, convergent)) intel_work_group_barrier_arrive(cl_mem_fence_flags);
void __attribute__((overloadable, convergent)) intel_work_group_barrier_wait(cl_mem_fence_flags);
#if defined(__OPENCL_CPP_VERSION__) || (__OPENCL_C_VERSION__ >= CL_VERSION_2_0)
void __attribute__((overloadable, convergent)) intel_work_group_barrier_arrive(cl_mem_fence_flags, memory_scope);
void __attribute__((overloadable, convergent)) intel_work_group_barrier_wait(cl_mem_fence_flags, memory_scope);
#endif
#endif
// Arm's dot products are the standard ones under names of their own, which Clang declares for these macros.
#ifdef cl_khr_integer_dot_product
#define cl_arm_integer_dot_product_int8 1
#define cl_arm_integer_dot_product_accumulate_int8 1
#define cl_arm_integer_dot_product_accumulate_int16 1
#define cl_arm_integer_dot_product_accumulate_saturate_int8 1
#endif
#ifdef cl_intel_subgroups
#define __ovld __attribute__((overloadable))
#define __conv __attribute__((convergent))
// OpenCL C before 2.0 has images without a feature's macro.
#if defined(__IMAGE_SUPPORT__) && !defined(__opencl_c_images)
#define __opencl_c_images 1
#define __clc_images_before_features
#endif
// The chips of some drivers have these functions without the macro.
#ifndef cl_intel_subgroup_local_block_io
#define cl_intel_subgroup_local_block_io
#define __clc_local_block_io
#endif
#include "opencl-c-intel.h"
#ifdef __clc_local_block_io
#undef cl_intel_subgroup_local_block_io
#undef __clc_local_block_io
#endif
// Clang declares these with a `read_only` image.
#if defined(__opencl_c_images) && \
    (defined(cl_intel_subgroups_char) || defined(cl_intel_subgroups_short) || defined(cl_intel_subgroups_long))
void __ovld __conv intel_sub_group_block_write_ui(write_only image2d_t, int2, uint);
void __ovld __conv intel_sub_group_block_write_ui2(write_only image2d_t, int2, uint2);
void __ovld __conv intel_sub_group_block_write_ui4(write_only image2d_t, int2, uint4);
void __ovld __conv intel_sub_group_block_write_ui8(write_only image2d_t, int2, uint8);
#endif
#ifdef __clc_images_before_features
#undef __opencl_c_images
#undef __clc_images_before_features
#endif
#undef __ovld
#undef __conv
#endif
// Conversions of fp8, which passes/lower_float8_conversions.h computes.
#define __clc_float8_conversions 1
#define __clc_float8 __attribute__((overloadable, const))
#define __clc_float8_of(format, n)                            \
  uchar##n __clc_float8 clc_convert_##format(float##n);       \
  uchar##n __clc_float8 clc_convert_##format##_sat(float##n); \
  float##n __clc_float8 clc_convert_float_##format(uchar##n)
#define __clc_float8_all(format) \
  __clc_float8_of(format, );     \
  __clc_float8_of(format, 2);    \
  __clc_float8_of(format, 3);    \
  __clc_float8_of(format, 4);    \
  __clc_float8_of(format, 8);    \
  __clc_float8_of(format, 16)
__clc_float8_all(e4m3);
__clc_float8_all(e5m2);
__clc_float8_all(e4m3fnuz);
__clc_float8_all(e5m2fnuz);
#undef __clc_float8_all
#undef __clc_float8_of
#undef __clc_float8
// The draft of cl_khr_cooperative_matrix. frontend/cooperative_matrices.cpp has the types, and declares for each the
// functions that take it. The element's type stands for the matrix in what coop_mat_load and coop_mat_init return.
#ifndef __cl_clang_variadic_functions
#undef cl_khr_cooperative_matrix
#endif
#ifdef cl_khr_cooperative_matrix
#define __clc_cooperative_matrix_draft 202611
typedef enum { CLK_COOPERATIVE_MATRIX_SCOPE_SUBGROUP = 3 } coop_matrix_scope_t;
typedef enum {
  CLK_COOPERATIVE_MATRIX_A = 0,
  CLK_COOPERATIVE_MATRIX_B = 1,
  CLK_COOPERATIVE_MATRIX_ACCUMULATOR = 2
} coop_matrix_use_t;
typedef enum {
  CLK_COOPERATIVE_MATRIX_LAYOUT_ROW_MAJOR = 0,
  CLK_COOPERATIVE_MATRIX_LAYOUT_COLUMN_MAJOR = 1
} coop_matrix_layout_t;
typedef enum {
  CLK_COOPERATIVE_MATRIX_OPERAND_NONE = 0,
  CLK_COOPERATIVE_MATRIX_OPERAND_A_SIGNED = 1,
  CLK_COOPERATIVE_MATRIX_OPERAND_B_SIGNED = 2,
  CLK_COOPERATIVE_MATRIX_OPERAND_C_SIGNED = 4,
  CLK_COOPERATIVE_MATRIX_OPERAND_RESULT_SIGNED = 8,
  CLK_COOPERATIVE_MATRIX_OPERAND_SATURATING_ACCUMULATION = 16
} coop_matrix_operands_t;
typedef enum {
  CLK_COOPERATIVE_MATRIX_BFLOAT16_CLC = 2,
  CLK_COOPERATIVE_MATRIX_TF32_CLC = 3,
  CLK_COOPERATIVE_MATRIX_E4M3_CLC = 4,
  CLK_COOPERATIVE_MATRIX_E5M2_CLC = 5,
  CLK_COOPERATIVE_MATRIX_E4M3FNUZ_CLC = 6,
  CLK_COOPERATIVE_MATRIX_E5M2FNUZ_CLC = 7
} clc_coop_matrix_component_t;
#define __clc_matrix __attribute__((overloadable, convergent))
#define __clc_matrix_in(type, space) type __clc_matrix coop_mat_load(const space type*, coop_matrix_layout_t, size_t);
#ifdef __opencl_c_generic_address_space
#define __clc_matrix_of(type)                                               \
  type __clc_matrix coop_mat_init(type);                                    \
  type __clc_matrix clc_coop_mat_tile(__local type*, coop_matrix_layout_t); \
  __clc_matrix_in(type, __global) __clc_matrix_in(type, __local) __clc_matrix_in(type, __generic)
#else
#define __clc_matrix_of(type)                                               \
  type __clc_matrix coop_mat_init(type);                                    \
  type __clc_matrix clc_coop_mat_tile(__local type*, coop_matrix_layout_t); \
  __clc_matrix_in(type, __global) __clc_matrix_in(type, __local)
#endif
// Matrices whose scope is the work-group.
void __clc_matrix clc_coop_mat_wait(uint, uint);
__clc_matrix_of(char) __clc_matrix_of(uchar) __clc_matrix_of(short) __clc_matrix_of(ushort) __clc_matrix_of(int)
    __clc_matrix_of(uint) __clc_matrix_of(long) __clc_matrix_of(ulong) __clc_matrix_of(float)
#ifdef cl_khr_fp16
        __clc_matrix_of(half)
#endif
#ifdef cl_khr_fp64
            __clc_matrix_of(double)
#endif
#undef __clc_matrix_of
#undef __clc_matrix_in
#undef __clc_matrix
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
    // Chosen where no other function fits, for which frontend/cooperative_matrices.cpp says why.
    int __attribute__((overloadable)) coop_mat_mulAdd(...);
int __attribute__((overloadable)) coop_mat_store(...);
int __attribute__((overloadable)) clc_coop_mat_fetch(...);
int __attribute__((overloadable)) __clc_coop_mat_length(...);
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : disable
#define coop_mat_length(...) __clc_coop_mat_length((__typeof__(__VA_ARGS__)*)0)
// Elements of accumulators, each as the type of the other matrix has it.
#define clc_coop_mat_convert(matrix, ...) __builtin_convertvector(matrix, __VA_ARGS__)
#endif
