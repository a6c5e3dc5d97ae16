// Indices of an unrolled loop that differ by constants are one address and constants, though each is extended.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry column(
// CHECK: ld.const.b32 %r{{[0-9]+}}, [%rd{{[0-9]+}}+-16]
// CHECK: ld.const.b32 %r{{[0-9]+}}, [%rd{{[0-9]+}}+12]
kernel void column(global float* out, global const float* in, constant float* weights, int height, int radius,
                   int width) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int from = max(0, y - radius), to = min(height, y + radius);
  float sum = 0;
  for (int i = from; i < to; ++i) sum += in[i * width + x] * weights[i - from];
  out[y * width + x] = sum;
}
