// A loop that reads only memory which the kernel does not write runs without checks of races, unless a buffer is given twice.
// RUN: %clc compile %s -t nvptx:sm_80 --sanitize=race -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry sums(
// CHECK-COUNT-2: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: ret;
kernel void sums(global const float* from, constant float* weights, global float* to, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < count; ++i) sum += from[get_global_id(0) * count + i] * weights[i];
  to[get_global_id(0)] = sum;
}
