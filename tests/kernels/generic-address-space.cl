// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL2.0 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV: OpEntryPoint
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL2.0 -o - | %disasm | FileCheck %s --check-prefix=NVPTX
// NVPTX: .entry k(
// RUN: %clc compile %s -t spirv64:1.2 -t nvptx:sm_90 -cl-std=CL2.0 -O0 -o - | %valid
__attribute__((noinline)) int read(int* p, int i) { return p[i]; }
kernel void k(global int* o, local int* l, int n) {
  int mine[4] = {1, 2, 3, 4};
  int* p = n > 3 ? (int*)o : n > 2 ? (int*)l : mine;
  o[0] = read(o, 1) + read(l, 1) + read(mine, n) + p[2];
  *(n ? (int*)o : (int*)l) = 5;
}
