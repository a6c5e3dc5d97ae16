// Sub-groups exchange with a constant of all lanes, reduce 32-bit integers by one instruction where the chip has it, and
// work-groups vote in a barrier.
// RUN: %clc compile %s -t nvptx:sm_80 -cl-std=CL3.0 -DINTEGERS -o - | %disasm | FileCheck %s --check-prefix=INTEGERS --implicit-check-not='{{shfl|vote|[[:space:]]bra[[:space:]]}}'
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -DINTEGERS -o - | %disasm | FileCheck %s --check-prefix=INTEGERS --implicit-check-not='{{shfl|vote|[[:space:]]bra[[:space:]]}}'
// INTEGERS-LABEL: .entry sum(
// INTEGERS: redux.sync.add.s32
// INTEGERS-LABEL: .entry largest(
// INTEGERS: redux.sync.max.u32
// RUN: %clc compile %s -t nvptx:sm_70 -cl-std=CL3.0 -DINTEGERS -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=redux
// RUN: %clc compile %s -t nvptx:sm_75 -cl-std=CL3.0 -DINTEGERS -o - | %disasm | FileCheck %s --check-prefix=OLDER --implicit-check-not=redux
// OLDER-LABEL: .entry sum(
// OLDER: shfl.sync.down.b32
// RUN: %clc compile %s -t nvptx:sm_70 -t nvptx:sm_90 -cl-std=CL3.0 -DINTEGERS -cl-opt-disable -o - | %valid
// RUN: %clc compile %s -t nvptx:sm_70 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='{{(shfl|vote)}}.sync{{.*}}, %%r{{[0-9]+}};' --implicit-check-not='%%ntid.{{[yz]}}'
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='{{(shfl|vote)}}.sync{{.*}}, %%r{{[0-9]+}};' --implicit-check-not='%%ntid.{{[yz]}}'
// CHECK-LABEL: .entry sum(
// CHECK-COUNT-5: shfl.sync.down.b32 {{.*}}, -1;
// CHECK: shfl.sync.idx.b32
// CHECK-LABEL: .entry votes(
// CHECK: vote.sync.all.pred {{.*}}, -1;
// CHECK: bar.red.and.pred
// CHECK-LABEL: .entry broadcast(
// CHECK: bar.warp.sync 	-1;
#ifdef INTEGERS
kernel void sum(global int* o) { o[0] = sub_group_reduce_add(o[1]); }
kernel void largest(global uint* o) { o[0] = sub_group_reduce_max(o[1]); }
#else
kernel void sum(global float* o) { o[0] = sub_group_reduce_add(o[1]); }
kernel void sum_of_doubles(global double* o) { o[0] = sub_group_reduce_add(o[1]); }
kernel void sums(global float* o) { o[0] = sub_group_scan_exclusive_add(sub_group_scan_inclusive_add(o[1])); }
kernel void votes(global int* o) { o[0] = sub_group_all(o[1]) + work_group_all(o[2]); }
kernel void broadcast(global int* o) {
  o[1] = sub_group_broadcast(o[0], 3);
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  o[0] = o[1];
}
#endif
