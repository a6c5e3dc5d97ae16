// Errors of LLVM's assembler are at the line of the inline assembly.
// RUN: not %clc compile %s -t amdgcn:gfx1100 -o %t 2>&1 | FileCheck %s
// RUN: %clc compile %s -t amdgcn:gfx1100 -DRIGHT -o - | %valid
// CHECK-DAG: amdgcn-asm.cl:[[#@LINE+8]]:3: error: {{.*}} in inline assembly: v_nosuch_b32
// CHECK-DAG: amdgcn-asm.cl:[[#@LINE+11]]:3: error: {{.*}} in inline assembly: s_neither
#ifdef RIGHT
#define SECOND "v_mov_b32 %0, 1"
#else
#define SECOND "v_nosuch_b32 %0, 1"
#endif
void wrong(private int* a) {
  __asm__ volatile("s_nop 0\n" SECOND : "=v"(*a));
}
#ifndef RIGHT
kernel void other(global int* o) {
  __asm__ volatile("s_neither" ::: "memory");
  o[0] = 1;
}
#endif
kernel void k(global int* o) {
  int a = o[0];
  wrong(&a);
  o[1] = a;
}
