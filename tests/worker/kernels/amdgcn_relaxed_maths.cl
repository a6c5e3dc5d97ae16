// Relaxed maths takes the chip's instructions, for scalars and vectors and for pointers of each kind, and reduces no angle.
// RUN: -t amdgcn:gfx942 -t amdgcn:gfx1100 -cl-fast-relaxed-math
// CHECK amdgcn: v_sin_f32
// CHECK amdgcn: v_cos_f32
// CHECK amdgcn: v_log_f32
// CHECK amdgcn: v_exp_f32
// CHECK-NOT amdgcn: v_mad_u64_u32|v_mad_co_u64_u32|v_mul_hi_u32
// CHECK-NOT amdgcn: v_frexp_mant
// RUN: -t amdgcn:gfx942 -cl-unsafe-math-optimizations -cl-std=CL2.0
// CHECK amdgcn: v_sin_f32
// CHECK-NOT amdgcn: v_mad_u64_u32|v_mul_hi_u32
// RUN: -t amdgcn:gfx942
// CHECK amdgcn: v_mad_u64_u32
kernel void sincos_of_all(global float* o, global float2* v, local float* l) {
  const uint i = get_local_id(0);
  float c;
  o[i] = sincos(o[i], &c);
  o[i + 1] = c + sincos(o[i], l);
  v[i] += sincos(v[i + 1], v + i + 2);
}
kernel void inverse(global float* o) { o[0] = asinh(o[1]) + acosh(o[2]); }
kernel void error_function(global float* o) { o[0] = erfc(o[1]); }
