// A kernel that kills the compiler costs itself only.
// RUN: sh -c '%clc compile %s %S/Inputs/good.cl -t spirv64:1.2 -t nvptx:sm_90 --keep-going -o %t.clcpack 2>%t.err; test $? = 5'
// RUN: FileCheck %s --input-file=%t.err
// CHECK-DAG: crash.cl{{.*}}spirv64:1.2{{.*}}signal {{[0-9]+}} (
// CHECK-DAG: crash.cl{{.*}}nvptx:sm_90{{.*}}signal {{[0-9]+}} (
// RUN: %clc inspect %t.clcpack --names kernels | FileCheck %s --check-prefix=KERNELS --implicit-check-not=k
// KERNELS: good
// RUN: sh -c '%clc compile %s %S/Inputs/good.cl -t spirv64:1.2 -o %t.none.clcpack 2>%t.err; test $? = 5; test ! -e %t.none.clcpack'
// RUN: FileCheck %s --input-file=%t.err --check-prefix=NONE
// NONE: crash.cl{{.*}}spirv64:1.2
#pragma clang __debug crash
kernel void k(global int* o) { o[0] = 1; }
