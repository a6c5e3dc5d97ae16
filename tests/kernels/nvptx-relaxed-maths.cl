// Relaxed maths and half_ functions take the chip's approximations; full maths does not where they are too far off.
// RUN: %clc compile %s -t nvptx:sm_90 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=FAST --implicit-check-not=.func
// FAST-LABEL: .entry k(
// FAST: sin.approx
// FAST: cos.approx
// FAST: lg2.approx
// FAST: ex2.approx
// FAST: tanh.approx
// RUN: %clc compile %s -t nvptx:sm_90 -cl-unsafe-math-optimizations -o - | %disasm | FileCheck %s --check-prefix=FAST --implicit-check-not=.func
// RUN: %clc compile %s -t nvptx:sm_75 -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=tanh.approx
// OLDER-LABEL: .entry k(
// OLDER: ex2.approx
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{(sin|cos|tanh)}}.approx'
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not='{{(sin|cos|tanh)}}.approx'
// CHECK: .func{{.*}}reduce_large_angle
// RUN: %clc compile %s -t nvptx:sm_90 -DHALF -o - | %disasm | FileCheck %s --check-prefix=HALF --implicit-check-not=.func
// HALF-LABEL: .entry k(
// HALF: ex2.approx.ftz
// Without optimisation, too, older chips get no instruction that they lack.
// RUN: %clc compile %s -t nvptx:sm_60 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=tanh.approx
// RUN: %clc compile %s -t nvptx:sm_75 -cl-opt-disable -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=tanh.approx
#ifdef HALF
kernel void k(global float* o, global const float* a) { o[0] = half_sin(a[0]) + half_tan(a[1]) + half_exp(a[2]); }
#else
kernel void k(global float* o, global const float* a) {
  o[0] = sin(a[0]) + cos(a[1]) + log(a[2]) + exp(a[3]) + tanh(a[4]) + pow(a[5], a[6]);
}
#endif
