// Elements of vloada_half3 are four halves apart, also through the generic pointers of OpenCL C 2.0 and later.
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL1.2 -o - | %disasm | FileCheck %s --implicit-check-not='vload_halfn %%ulong_1'
// CHECK-LABEL: %k = OpFunction
// CHECK: vload_halfn %ulong_0 %{{[^ ]+}} 3{{$}}
// RUN: %clc compile %s -t spirv64:1.2 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --implicit-check-not='vload_halfn %%ulong_1'
kernel void k(global half* in, global float3* out) { out[0] = vloada_half3(1, in); }
