// A compiler that hangs without doing anything.
// RUN: not %clc compile %s %S/Inputs/good.cl -t spirv64:1.2 --keep-going --timeout 2 -o %t.clcpack 2>&1 | FileCheck %s
// RUN: %clc inspect %t.clcpack --names kernels | FileCheck %s --check-prefix=KERNELS
// CHECK: endless-loop.cl{{.*}}spirv64:1.2{{.*}}{{out of time|timed out|signal 11}}
// KERNELS: good
#pragma clang __debug overflow_stack
kernel void k(global int* o) { o[0] = 1; }
