// Where items may differ about a barrier, all of a group tell at another one before which way they go.
// RUN: %clc compile %s -t spirv64:1.2 --sanitize=barrier -o - | %disasm | FileCheck %s
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
