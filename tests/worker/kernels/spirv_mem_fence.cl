// RUN: -t spirv64:1.2 -t nvptx:sm_90
// CHECK spirv64: OpMemoryBarrier
// CHECK-NOT spirv64: OpControlBarrier
// CHECK nvptx: (membar|fence\.\w+)\.(gl|gpu)
// CHECK nvptx: (membar|fence\.\w+)\.cta
// CHECK-NOT nvptx: bar\.sync
kernel void k(global int* o, local int* l) {
  l[0] = o[0];
  mem_fence(CLK_LOCAL_MEM_FENCE);
  o[1] = l[1];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  write_mem_fence(CLK_LOCAL_MEM_FENCE);
  o[2] = l[3];
}
