// The driver over CUDA tells the bytes of variables in global memory by clc_kernels.
// RUN: %clc compile %s -cl-std=CL3.0 -t cuda:sm_90 -o - | %disasm | python3 %S/Inputs/clc_kernels.py | FileCheck %s
// CHECK: {"version":1,"variable_bytes":20,"kernels":[{"name":"count",
global int calls;
global long sums[2] = {1, 2};
constant int increment = 3;
kernel void count(global long* o) {
  *o = sums[calls++ & 1] += increment;
}
