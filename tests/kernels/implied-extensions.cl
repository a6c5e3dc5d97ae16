// Types and functions of a target's extensions are there without a pragma, from the first version of the language on.
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_53 -t amdgcn:gfx801 -t amdgcn:gfx1100 -cl-std=CL1.0 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_53 -t amdgcn:gfx801 -t amdgcn:gfx1100 -cl-std=CL1.1 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_53 -t amdgcn:gfx801 -t amdgcn:gfx1100 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_53 -t amdgcn:gfx801 -t amdgcn:gfx1100 -cl-std=CL2.0 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_53 -t amdgcn:gfx801 -t amdgcn:gfx1100 -cl-std=CL3.0 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t spirv32 -t nvptx:sm_53 -t amdgcn:gfx801 -t amdgcn:gfx1100 -cl-std=CLC++2021 -o - | %valid
// RUN: %clc compile %s -t spirv64 -t nvptx:sm_90 -t amdgcn:gfx1100 -DENABLE -o - | %valid
//
// A pragma still switches it off, as in the compilers of drivers.
// RUN: not %clc compile %s -t spirv64 -DDISABLE -o %t 2>&1 | FileCheck %s --check-prefix=DISABLED
// RUN: not %clc compile %s -t nvptx:sm_90 -DDISABLE_ALL -cl-std=CL3.0 -o %t 2>&1 | FileCheck %s --check-prefix=DISABLED
// DISABLED: declaring variable of type '__private half' is not allowed (a pragma of the source switches cl_khr_fp16 off)
//
// Errors say that a target lacks something.
// RUN: not %clc compile %s -t nvptx:sm_50 -o %t 2>&1 | FileCheck %s --check-prefix=OLD
// OLD-DAG: declaring function parameter of type '__private half' is not allowed; did you forget * ? (cl_khr_fp16 needs nvptx:sm_53 or later)
// OLD-DAG: unknown type name 'half4' (cl_khr_fp16 needs nvptx:sm_53 or later)
// OLD-DAG: half precision constant requires cl_khr_fp16 (cl_khr_fp16 needs nvptx:sm_53 or later)
// OLD-DAG: requires cl_khr_fp16. Use vector data load builtin functions instead (cl_khr_fp16 needs nvptx:sm_53 or later)
// OLD-DAG: use of undeclared identifier 'convert_half2' (cl_khr_fp16 needs nvptx:sm_53 or later)
// RUN: not %clc compile %s -t r600:cypress -o %t 2>&1 | FileCheck %s --check-prefix=R600
// R600-DAG: declaring variable of type '__private half' is not allowed (cl_khr_fp16 is not supported for r600)
// R600-DAG: use of type 'double' requires cl_khr_fp64 support (cl_khr_fp64 is not supported for r600)
// R600-DAG: call to 'atom_add' is ambiguous (the arguments are volatile __global long * and long) (for 64 bits, cl_khr_int64_base_atomics is not supported for r600)
// R600-DAG: images are not supported for r600:cypress: the chip has no instructions for them
#ifdef ENABLE
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
#endif
#ifdef DISABLE
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#ifdef DISABLE_ALL
#pragma OPENCL EXTENSION all : disable
#endif
half square(half x) { return x * x; }
__kernel void half_by_value(__global half* v, half s, half4 w) {
  half x = v[0] + s * w.y;
  v[1] = square(x) + 1.5h + (half)v[2] + convert_half2((float2)(x, 1.0f)).y;
}
__kernel void doubles(__global double* v, double s) {
  double x = v[0] * 0.1;
  v[1] = x + s;
}
__kernel void long_atomics(volatile __global long* v, volatile __global ulong* u) {
  atom_add(v, 1L);
  atom_max(u, 2UL);
}
__kernel void image_writes(write_only image3d_t i) { write_imagef(i, (int4)(0), (float4)(1.0f)); }
