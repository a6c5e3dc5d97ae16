// Relaxed maths and half_ functions take the chip's approximations; full maths does not where they are too far off.
// RUN: -t nvptx:sm_90 -cl-fast-relaxed-math
// CHECK nvptx: sin\.approx
// CHECK nvptx: cos\.approx
// CHECK nvptx: lg2\.approx
// CHECK nvptx: ex2\.approx
// CHECK nvptx: tanh\.approx
// CHECK-NOT nvptx: \.func
// RUN: -t nvptx:sm_90 -cl-unsafe-math-optimizations
// CHECK nvptx: tanh\.approx
// CHECK-NOT nvptx: \.func
// RUN: -t nvptx:sm_75 -cl-fast-relaxed-math
// CHECK-NOT nvptx: tanh\.approx
// RUN: -t nvptx:sm_90 -t nvptx:sm_50
// CHECK-NOT nvptx: (sin|cos|tanh)\.approx
// CHECK nvptx: \.func.*reduce_large_angle
// RUN: -DHALF -t nvptx:sm_90
// CHECK nvptx: ex2\.approx\.ftz
// CHECK-NOT nvptx: \.func
// Without optimisation, too, older chips get no instruction that they lack.
// RUN: -t nvptx:sm_60 -t nvptx:sm_75 -cl-opt-disable
// CHECK-NOT nvptx: tanh\.approx
#ifdef HALF
kernel void k(global float* o, global const float* a) { o[0] = half_sin(a[0]) + half_tan(a[1]) + half_exp(a[2]); }
#else
kernel void k(global float* o, global const float* a) {
  o[0] = sin(a[0]) + cos(a[1]) + log(a[2]) + exp(a[3]) + tanh(a[4]) + pow(a[5], a[6]);
}
#endif
