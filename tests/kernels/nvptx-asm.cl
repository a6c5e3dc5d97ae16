// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry k(
// CHECK: mov.u32 %{{[^ ]+}}, %laneid;
// CHECK: popc.b32
kernel void k(global uint* o) {
  uint lane, bits;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("popc.b32 %0, %1;" : "=r"(bits) : "r"(o[1]));
  o[0] = lane + bits;
}
