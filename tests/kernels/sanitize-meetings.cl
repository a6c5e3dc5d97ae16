// NVIDIA's chips from sm_70 on wait for ever at a barrier that not all items reach. With checks, items meet in memory before it,
// and execute it only when all are there; one that ends is told, too. Older chips execute it in any case.
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 --sanitize=barrier -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_61 -cl-std=CL1.2 --sanitize=barrier -o - | %disasm | FileCheck %s --check-prefix=OLD

// CHECK-LABEL: .entry conditional(
// CHECK: call.uni (retval0), meet,
// CHECK: setp.eq.b32 [[IS_WRONG:%p[0-9]+]], %{{r[0-9]+}}, 0;
// CHECK-NEXT: @[[IS_WRONG]] bra
// CHECK: bar.sync 0;
// CHECK: call.uni end,
// CHECK: ret;
// OLD-LABEL: .entry conditional(
// OLD-NOT: meet
// OLD: bar.sync 0;
kernel void conditional(global int* to) {
  local int all[64];
  all[get_local_id(0)] = 1;
  if (get_local_id(0) < 3) barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = all[63 - get_local_id(0)];
}

#if __OPENCL_C_VERSION__ >= 300
// CHECK-LABEL: .entry sub_groups(
// CHECK: call.uni (retval0), meet_sub_group,
// CHECK: bra
// CHECK: redux.sync.add.s32
// CHECK: call.uni end,
kernel void sub_groups(global int* to) {
  if (get_local_id(0) < 3) to[get_global_id(0)] = sub_group_reduce_add(to[get_global_id(0)]);
}
#endif
