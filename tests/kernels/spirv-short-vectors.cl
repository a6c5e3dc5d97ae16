// Functions of short vectors are called once for each element: Intel's driver for CPUs computes vectors for one work-item after
// the other, and numbers for sixteen at once.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DFUNCTIONS -o - | %disasm | FileCheck %s --check-prefix=FUNCTIONS --implicit-check-not='{{OpExtInst %%v[234]|OpUDiv %%v4|OpConvertUToF %%v4|OpDot}}'
// RUN: %clc compile %s -t spirv32:1.0,tune=intel-cpu -DFUNCTIONS -o - | %disasm | FileCheck %s --check-prefix=FUNCTIONS --implicit-check-not='{{OpExtInst %%v[234]|OpUDiv %%v4|OpConvertUToF %%v4|OpDot}}'
// FUNCTIONS-LABEL: %functions = OpFunction
// FUNCTIONS: OpExtInst %float %{{[^ ]+}} {{(fma|pow|mix|exp|rsqrt|ldexp)}}
// FUNCTIONS: OpExtInst %uint %{{[^ ]+}} {{(popcount|u_mul_hi|u_max)}}
// FUNCTIONS: OpConvertFToU %uchar
// Without optimisation they stay.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DFUNCTIONS -O0 -o - | %disasm | FileCheck %s --check-prefix=FUNCTIONS-O0
// FUNCTIONS-O0-LABEL: %functions = OpFunction
// FUNCTIONS-O0: OpExtInst %v4float %{{[^ ]+}} fma
// FUNCTIONS-O0: OpDot
// The products and sums of long vectors are operations; functions of them are called for all elements.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DLONG -o - | %disasm | FileCheck %s --check-prefix=LONG --implicit-check-not='OpExtInst %%v8float %%{{[^ ]+}} mad'
// LONG-LABEL: %long_vectors = OpFunction
// LONG: OpFMul %v8float
// LONG: OpExtInst %v8float %{{[^ ]+}} exp
// Lengths and normal vectors are computed with numbers.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DGEOMETRY -o - | %disasm | FileCheck %s --check-prefix=GEOMETRY --implicit-check-not='{{ (cross|distance|fast_[a-z]+|length|normalize) %%}}'
// RUN: %clc compile %s -t spirv32:1.0,tune=intel-cpu -DGEOMETRY -o - | %disasm | FileCheck %s --check-prefix=GEOMETRY --implicit-check-not='{{ (cross|distance|fast_[a-z]+|length|normalize) %%}}'
// GEOMETRY-LABEL: %geometry = OpFunction
// GEOMETRY: OpExtInst %float %{{[^ ]+}} half_rsqrt
// GEOMETRY: OpExtInst %double %{{[^ ]+}} sqrt
// Vectors that lie beside each other in memory are loaded and stored as such, and those of three by elements.
// RUN: %clc compile %s -t spirv64:1.2,tune=intel-cpu -DLOADS -o - | %disasm | FileCheck %s --check-prefix=LOADS --implicit-check-not='{{vloadn|vstoren}}'
// LOADS-LABEL: %loads = OpFunction
// LOADS: OpLoad %v4float {{[^ ]+}} Aligned 4
// LOADS: OpLoad %float {{[^ ]+}} Aligned 4
// LOADS: OpStore %{{[^ ]+}} %{{[^ ]+}} Aligned 1
#ifdef FUNCTIONS
kernel void functions(global float4* f, global uint4* u, global uchar4* c, global float2* g, int power) {
  const size_t i = get_global_id(0);
  const float4 x = f[i];
  f[i] = fma(x, x, mix(x, f[i + 1], 0.5f)) + pow(exp(x), (float4)(power)) * rsqrt(x) + ldexp(x, power);
  f[i + 2] = convert_float4(u[i + 3]) * dot(x, f[i + 2]);
  u[i] = popcount(u[i]) + mul_hi(u[i], u[i + 1]) + max(u[i], 5u) + u[i] / u[i + 2];
  c[i] = convert_uchar4_sat_rte(x);
  g[i] = atan2(g[i], g[i + 1]);
}
#endif
#ifdef LONG
kernel void long_vectors(global float8* f) {
  const size_t i = get_global_id(0);
  f[i] = mad(f[i], f[i + 1], f[i + 2]) + exp(f[i] * f[i + 3] + f[i + 4]);
}
#endif
#ifdef LOADS
kernel void loads(global const float* in, global float* out, global uchar* bytes, int first) {
  const size_t i = get_global_id(0);
  vstore4(vload4(i, in) + vload4(first, in), i, out);
  vstore3(vload3(i + first, in), i, out + 4 * get_global_size(0));
  vstore8(vload8(i, bytes), i + first, bytes);
}
#endif
#ifdef GEOMETRY
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void geometry(global float4* f, global float2* g, global double2* d) {
  const size_t i = get_global_id(0);
  const float4 x = f[i];
  f[i] = normalize(x) * length(x) + fast_normalize(f[i + 1]) + distance(x, f[i + 2]);
  f[i + 3] = cross(x, f[i + 4]) * fast_distance(x, f[i + 5]);
  g[i] *= fast_length(g[i]);
  d[i] = normalize(d[i]) * length(d[i]);
}
#endif
