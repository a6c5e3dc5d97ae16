// Functions of extensions that Clang's own OpenCL header lacks. The worker appends this text to that header.
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
#ifdef cl_intel_subgroups
#define __ovld __attribute__((overloadable))
#define __conv __attribute__((convergent))
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
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
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#undef __ovld
#undef __conv
#endif
