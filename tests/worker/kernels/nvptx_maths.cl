// Maths functions are defined, inlined but for rare paths (clc_…), and as exact as the options say.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK-NOT nvptx: __nv_
// CHECK-NOT nvptx: \.func(?!.*\b(clc_|reduce_large_angle))
// CHECK nvptx: \bsqrt\.approx\.f32
// CHECK-NOT nvptx: sqrt\.rn\.f32
// CHECK nvptx: sqrt\.rn\.f64
// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt
// CHECK-NOT nvptx: __nv_
// CHECK-NOT nvptx: \.func(?!.*\b(clc_|reduce_large_angle))
// CHECK-NOT nvptx: \bsqrt\.approx\.f32
// CHECK nvptx: sqrt\.rn\.f32
// CHECK nvptx: div\.rn\.f32
// RUN: -t nvptx:sm_90 -O0
// CHECK nvptx: \.func
kernel void f(global float* o) { o[0] = sin(o[1]) + pow(o[2], o[3]) + log(o[4]) + sqrt(o[5]) + sinpi(o[6]) + rsqrt(o[7]); }
kernel void d(global double* o) { o[0] = sin(o[1]) + pow(o[2], o[3]) + log(o[4]) + sqrt(o[5]) + sinpi(o[6]) + rsqrt(o[7]); }
kernel void i(global int* o, global float* f, global double* d) {
  o[0] = isinf(f[0]) + isinf(d[0]) + isnan(f[1]) + isfinite(d[1]);
}
kernel void quotient(global float* o) { o[0] = o[1] / o[2]; }
