// A null event may come from a loop's start, from one side of a condition, and from a function.
// RUN: %clc compile %s -t spirv64:1.2 -t spirv32:1.2 -t spirv64:1.6 -t nvptx:sm_90 -t amdgcn:gfx90a -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -t spirv32:1.2 -O0 -o - | %valid
// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s
// CHECK: [[NULL:%[0-9]+]] = OpConstantNull %spirv_Event
// CHECK-LABEL: %rounds = OpFunction
// CHECK: OpStore %{{[0-9]+}} [[NULL]]
// CHECK: OpPhi %spirv_Event
kernel void rounds(local float* to, global const float* from, global float* out, uint n) {
  event_t e = 0;
  for (uint i = 0; i < n; ++i) e = async_work_group_copy(to + i, from + i, 1, e);
  wait_group_events(1, &e);
  out[get_global_id(0)] = to[0];
}
event_t __attribute__((noinline)) begin(local float* to, global const float* from, uint n) {
  if (n == 0) return 0;
  return async_work_group_copy(to, from, n, 0);
}
kernel void made(local float* to, global const float* from, global float* out, uint n) {
  event_t e = begin(to, from, n);
  wait_group_events(1, &e);
  out[get_global_id(0)] = to[0];
}
