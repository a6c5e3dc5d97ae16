// RUN: %clc compile %s -t spirv64:1.2 -o - | %disasm | FileCheck %s --check-prefix=SPIRV --implicit-check-not=OpControlBarrier
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpMemoryBarrier
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=bar.sync
// NVPTX-LABEL: .entry k(
// NVPTX: {{(membar|fence\.[[:alnum:]_]+)}}.cta
// NVPTX: {{(membar|fence\.[[:alnum:]_]+)}}.{{(gl|gpu)}}
kernel void k(global int* o, local int* l) {
  l[0] = o[0];
  mem_fence(CLK_LOCAL_MEM_FENCE);
  o[1] = l[1];
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  write_mem_fence(CLK_LOCAL_MEM_FENCE);
  o[2] = l[3];
}
