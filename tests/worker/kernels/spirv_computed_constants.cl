// Constants that are left as casts where nothing is optimised are computed: LLVM's backend dies of one whose type SPIR-V
// does not have, as the vector of one short in between.
// RUN: -cl-opt-disable -t spirv64:1.2
// CHECK spirv: OpConstant %uchar 2
// CHECK spirv: OpConstant %uchar 1\b
// RUN: -O2 -t spirv64:1.2
// CHECK spirv: OpConstant %uchar 2
kernel void k(global uchar4* o, global uint2* p) {
  o[0] = (uchar4)(as_uchar2((short)0x102), 0, 0);
  p[0] = (uint2)(as_uint((float)3.0f), as_uint2((ulong)7).x);
}
