// Sub-groups exchange with a constant of all lanes, reduce 32-bit integers by one instruction where the chip has it, and
// work-groups vote in a barrier.
// RUN: -t nvptx:sm_80 -t nvptx:sm_90 -cl-std=CL3.0 -DINTEGERS
// CHECK nvptx: redux\.sync\.add\.s32
// CHECK nvptx: redux\.sync\.max\.u32
// CHECK-NOT nvptx: shfl|vote|\bbra\b
// RUN: -t nvptx:sm_70 -t nvptx:sm_75 -cl-std=CL3.0 -DINTEGERS
// CHECK nvptx: shfl\.sync\.down\.b32
// CHECK-NOT nvptx: redux
// RUN: -t nvptx:sm_70 -t nvptx:sm_90 -cl-std=CL3.0 -DINTEGERS -cl-opt-disable
// RUN: -t nvptx:sm_70 -t nvptx:sm_90 -cl-std=CL3.0
// CHECK nvptx: (shfl\.sync\.down\.b32 (.*\n){1,6}.*){5}shfl\.sync\.idx\.b32
// CHECK nvptx: vote\.sync\.all\.pred .*, -1;
// CHECK nvptx: bar\.red\.and\.pred
// CHECK nvptx: bar\.warp\.sync 	-1;
// CHECK-NOT nvptx: (shfl|vote)\.sync.*, %r\d+;
// CHECK-NOT nvptx: %ntid\.[yz]
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
