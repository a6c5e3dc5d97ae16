// 2^36 tokens: ended by the time limit, or by the memory limit where the machine is fast.
// RUN: not %clc compile %s %S/Inputs/good.cl -t spirv64:1.2 --keep-going --timeout 3 -o %t.clcpack 2>&1 | FileCheck %s
// RUN: %clc inspect %t.clcpack --names kernels | FileCheck %s --check-prefix=KERNELS
// CHECK: endless-macro.cl{{.*}}spirv64:1.2{{.*}}{{time|memory}}
// KERNELS: good
#define A(x) x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(x))
#define D(x) C(C(x))
kernel void k(global int* o) { D(D(o[0]++;)) }
