// RUN: -t spirv64:1.2 -t nvptx:sm_90
// CHECK spirv64: OpControlBarrier
// CHECK nvptx: (bar\.sync|barrier\.sync(\.aligned)?)\s+0
kernel void k(global int* o, local int* l) {
  l[get_local_id(0)] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l[get_local_id(0) ^ 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  o[get_global_id(0)] += o[get_global_id(0) ^ 1];
}
