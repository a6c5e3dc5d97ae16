// Where items may differ about a barrier, all of a group tell at another one before which way they go.
// RUN: %clc compile %s -t spirv64:1.2 --sanitize=barrier -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t spirv64:1.2 --sanitize=bounds,race,barrier -o - | %disasm | FileCheck %s
// CHECK-LABEL: %conditional = OpFunction
// CHECK: OpAtomicI
// CHECK: OpControlBarrier
// CHECK: OpBranchConditional
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
kernel void conditional(global int* to) {
  if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = 1;
}
// CHECK-LABEL: %uniform = OpFunction
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void uniform(global int* to, int count) {
  if (count < 3) barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = 1;
}
// CHECK-LABEL: %guard = OpFunction
// CHECK: OpControlBarrier
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void guard(global int* to, int count) {
  if (get_global_id(0) >= count) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = 1;
}
// CHECK-LABEL: %nested = OpFunction
// CHECK: OpControlBarrier
// CHECK: OpControlBarrier
// CHECK: OpControlBarrier
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void nested(global int* to, global const int* from) {
  if (from[get_global_id(0)] > 3) {
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = 1;
    if (from[get_global_id(0)] > 4) barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = 2;
  }
}
// Not in the loop, but behind it, where those that would end come, too.
// CHECK-LABEL: %loop = OpFunction
// CHECK: OpControlBarrier
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void loop(global int* to, global const int* from, int count) {
  local int all[64];
  const int item = get_local_id(0);
  int sum = 0;
  for (int i = item; i < count; i += 64) {
    if (from[i] < 0) return;
    sum += from[i];
  }
  all[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  to[item] = all[63 - item];
}
// In a kernel without faults items may differ at these: they may reach the barrier by both sides, or by none.
// CHECK-LABEL: %early = OpFunction
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void early(global int* to, global const int* from, int count) {
  local int all[64];
  const int item = get_local_id(0);
  all[item] = 0;
  if (item < 16) {
    if (count < 0) return;
    all[item] = from[item];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  to[item] = all[63 - item];
}
// CHECK-LABEL: %either = OpFunction
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void either(global int* to, global const int* from, int count) {
  local int all[64];
  const int item = get_local_id(0);
  if (item < 32 || from[count] > 0) {
    all[item] = from[item];
    barrier(CLK_LOCAL_MEM_FENCE);
    to[item] = all[63 - item];
  }
}
// CHECK-LABEL: %cases = OpFunction
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void cases(global int* to, global const int* from) {
  local int all[64];
  const int item = get_local_id(0);
  switch (item & 3) {
    case 0:
      if (from[item] < 0) return;
      all[item] = 1;
      break;
    case 1: all[item] = from[item]; break;
    default: all[item] = 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  to[item] = all[63 - item];
}
// CHECK-LABEL: %sometimes = OpFunction
// CHECK: OpControlBarrier
// CHECK-NOT: OpControlBarrier
// CHECK: OpFunctionEnd
kernel void sometimes(global int* to, global const int* from, int count) {
  if (get_local_id(0) < 16) {
    if (from[count] > 0) barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0)] = 1;
  }
}
