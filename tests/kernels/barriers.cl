// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpControlBarrier
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX-LABEL: .entry k(
// NVPTX: {{(bar\.sync|barrier\.sync(\.aligned)?)}} 0
kernel void k(global int* o, local int* l) {
  l[get_local_id(0)] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l[get_local_id(0) ^ 1];
  barrier(CLK_GLOBAL_MEM_FENCE);
  o[get_global_id(0)] += o[get_global_id(0) ^ 1];
}
