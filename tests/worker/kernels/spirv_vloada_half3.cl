// Elements of vloada_half3 are four halves apart, also through the generic pointers of OpenCL C 2.0 and later.
// RUN: -t spirv64:1.2 -cl-std=CL1.2
// CHECK-NOT spirv: vload_halfn %ulong_1
// CHECK spirv: vload_halfn %ulong_0 %\w+ 3$
// RUN: -t spirv64:1.2 -cl-std=CL2.0
// CHECK-NOT spirv: vload_halfn %ulong_1
// CHECK spirv: vload_halfn %ulong_0 %\w+ 3$
// RUN: -t spirv64:1.2 -cl-std=CL3.0
// CHECK-NOT spirv: vload_halfn %ulong_1
// CHECK spirv: vload_halfn %ulong_0 %\w+ 3$
kernel void k(global half* in, global float3* out) { out[0] = vloada_half3(1, in); }
