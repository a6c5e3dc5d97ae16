// The upper half of a product of longs is one instruction, and not put together of products of halves, which overflow.
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not='{{2147483647, %%rd|shr\.[su]64}}'
// CHECK-LABEL: .entry products(
// CHECK: mul.hi.s64
// CHECK: mul.hi.u64
kernel void products(global long2* x, global ulong3* y) {
  const size_t i = get_global_id(0);
  x[i] = mul_hi(x[i], x[i + 1]) + mad_hi(x[i + 2], x[i + 3], x[i + 4]);
  y[i] = mul_hi(y[i], y[i + 1]);
}
