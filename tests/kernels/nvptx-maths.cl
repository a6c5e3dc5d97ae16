// Maths functions are defined, inlined but for rare paths (clc_… and reduce_large_angle), and as exact as the options say.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not=__nv_ --implicit-check-not='.func {{.*}}) {{[^cr]}}' --implicit-check-not=sqrt.rn.f32
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not=__nv_ --implicit-check-not='.func {{.*}}) {{[^cr]}}' --implicit-check-not=sqrt.rn.f32
// CHECK: .func {{.*}} reduce_large_angle
// CHECK-LABEL: .entry f(
// CHECK: {{[[:space:]]}}sqrt.approx.f32
// CHECK-LABEL: .entry d(
// CHECK: sqrt.rn.f64
// RUN: %clc compile %s -t nvptx:sm_50 -cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt -o - | %disasm | FileCheck %s --check-prefix=EXACT --implicit-check-not=__nv_ --implicit-check-not='.func {{.*}}) {{[^cr]}}' --implicit-check-not='{{[[:space:]]}}sqrt.approx.f32'
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt -o - | %disasm | FileCheck %s --check-prefix=EXACT --implicit-check-not=__nv_ --implicit-check-not='.func {{.*}}) {{[^cr]}}' --implicit-check-not='{{[[:space:]]}}sqrt.approx.f32'
// EXACT-LABEL: .entry f(
// EXACT: sqrt.rn.f32
// EXACT-LABEL: .entry quotient(
// EXACT: div.rn.f32
// RUN: %clc compile %s -t nvptx:sm_90 -O0 -o - | %disasm | FileCheck %s --check-prefix=O0
// O0: .func {{.*}}) _Z3sinf
kernel void f(global float* o) { o[0] = sin(o[1]) + pow(o[2], o[3]) + log(o[4]) + sqrt(o[5]) + sinpi(o[6]) + rsqrt(o[7]); }
kernel void d(global double* o) { o[0] = sin(o[1]) + pow(o[2], o[3]) + log(o[4]) + sqrt(o[5]) + sinpi(o[6]) + rsqrt(o[7]); }
kernel void i(global int* o, global float* f, global double* d) {
  o[0] = isinf(f[0]) + isinf(d[0]) + isnan(f[1]) + isfinite(d[1]);
}
kernel void quotient(global float* o) { o[0] = o[1] / o[2]; }
