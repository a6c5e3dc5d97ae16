// Extensions may be enabled where they are announced, also those that Clang does not know or that need no pragma.
// RUN: %clc compile %s -t spirv64:1.3 -t nvptx:sm_75 -t amdgcn:gfx90a -cl-std=CL3.0 -Werror -o - | %valid
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t spirv64 -DUNKNOWN -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 'cl_khr_unheard_of' unknown or does not require pragma - ignoring
// RUN: not %clc compile %s -t spirv64 -DUNKNOWN -Werror -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=UNKNOWN-WERROR
// UNKNOWN-WERROR: pragmas.cl:{{.*}}: error: OpenCL extension 'cl_khr_unheard_of' unknown {{.*}}-Werror
// RUN: env CLC_OPTIONS_APPEND= %clc compile %s -t nvptx:sm_50 -DBALLOT -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=BALLOT
// BALLOT: 'cl_khr_subgroup_ballot' unknown or does not require pragma - ignoring
#if !defined(UNKNOWN) && !defined(BALLOT)
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef UNKNOWN
#pragma OPENCL EXTENSION cl_khr_unheard_of : enable
#endif
#ifdef BALLOT
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#endif
kernel void k(global int* out) { out[0] = 1; }
