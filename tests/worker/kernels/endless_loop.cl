// A compiler that hangs without doing anything.
// FILE good.cl: kernel void good(global int* o) { o[0] = 1; }\n
// RUN: endless_loop.cl good.cl -t spirv64:1.2 --keep-going --timeout 2
// EXIT: 5
// STDERR: endless_loop\.cl.*spirv64:1\.2.*(out of time|timed out|signal 11)
// VARIANTS: good/spirv64:1.2
#pragma clang __debug overflow_stack
kernel void k(global int* o) { o[0] = 1; }
