// A kernel that finds a fault ends itself, and with it the context: OpenCL C has no assert.
// RUN: %clc compile %s -t cuda:sm_50 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t cuda:sm_90a -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry k(
// CHECK: trap;
kernel void k(global int* p) {
  if (p[get_global_id(0)] < 0) __builtin_trap();
  p[get_global_id(0)] = 1;
}
