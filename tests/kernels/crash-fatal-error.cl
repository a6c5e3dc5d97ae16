// RUN: not %clc compile %s %S/Inputs/good.cl -t spirv64:1.2 --keep-going -j1 -o %t.clcpack 2>&1 | FileCheck %s
// RUN: %clc inspect %t.clcpack --names kernels | FileCheck %s --check-prefix=KERNELS
// CHECK: crash-fatal-error.cl{{.*}}spirv64:1.2{{.*}}#pragma clang __debug llvm_fatal_error
// KERNELS: good
#pragma clang __debug llvm_fatal_error
kernel void k(global int* o) { o[0] = 1; }
