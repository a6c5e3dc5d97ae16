// RUN: %clc compile %s -t r600:cypress -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t r600:cayman -o - | %disasm | FileCheck %s
// CHECK: MEM_RAT ATOMIC_ADD
// CHECK: MEM_RAT ATOMIC_SUB
// CHECK: LDS_ADD_RET
// RUN: not %clc compile %s -t r600:cypress -DRESULT -g -o %t.clcpack 2>&1 | FileCheck %s --check-prefix=RESULT
kernel void count(global int* up, global int* down, local int* shared, global int* o) {
  atomic_inc(up);
  atomic_dec(down);
  atomic_max(up, 3);
  o[0] = atomic_add(shared, 2) + atomic_cmpxchg(shared, 1, 2);
}
#ifdef RESULT
// RESULT: fetch uses the result of an atomic operation on global memory (line [[@LINE+2]]), which LLVM's backend for R600
kernel void fetch(global int* up, global int* o) {
  o[get_global_id(0)] = atomic_inc(up);
}
#endif
