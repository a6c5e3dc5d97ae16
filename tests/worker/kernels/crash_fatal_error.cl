// FILE good.cl: kernel void good(global int* o) { o[0] = 1; }\n
// RUN: crash_fatal_error.cl good.cl -t spirv64:1.2 --keep-going -j1
// EXIT: 5
// STDERR: crash_fatal_error\.cl.*spirv64:1\.2.*#pragma clang __debug llvm_fatal_error
// VARIANTS: good/spirv64:1.2
#pragma clang __debug llvm_fatal_error
kernel void k(global int* o) { o[0] = 1; }
