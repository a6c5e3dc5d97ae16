// Relaxed maths takes the chip's instructions, for scalars and vectors and for pointers of each kind, and reduces no angle.
// RUN: %clc compile %s -t amdgcn:gfx942 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=FAST --implicit-check-not='{{v_mad_.*u64_u32|v_mul_hi_u32|v_frexp_mant}}'
// RUN: %clc compile %s -t amdgcn:gfx1100 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=FAST --implicit-check-not='{{v_mad_.*u64_u32|v_mul_hi_u32|v_frexp_mant}}'
// FAST-LABEL: <sincos_of_all>:
// FAST: v_sin_f32
// FAST: v_cos_f32
// FAST-LABEL: <inverse>:
// FAST: v_log_f32
// FAST-LABEL: <error_function>:
// FAST: v_exp_f32
// RUN: %clc compile %s -t amdgcn:gfx942 -cl-unsafe-math-optimizations -cl-std=CL2.0 -o - | %disasm | FileCheck %s --check-prefix=UNSAFE --implicit-check-not='{{v_mad_u64_u32|v_mul_hi_u32}}'
// UNSAFE-LABEL: <sincos_of_all>:
// UNSAFE: v_sin_f32
// RUN: %clc compile %s -t amdgcn:gfx942 -o - | %disasm | FileCheck %s
// CHECK-LABEL: <sincos_of_all>:
// CHECK: v_mad_u64_u32
kernel void sincos_of_all(global float* o, global float2* v, local float* l) {
  const uint i = get_local_id(0);
  float c;
  o[i] = sincos(o[i], &c);
  o[i + 1] = c + sincos(o[i], l);
  v[i] += sincos(v[i + 1], v + i + 2);
}
kernel void inverse(global float* o) { o[0] = asinh(o[1]) + acosh(o[2]); }
kernel void error_function(global float* o) { o[0] = erfc(o[1]); }
