// The lower bits of a mask count: Intel's driver leaves elements undefined whose constant mask has others.
// RUN: -t spirv64:1.2
// CHECK spirv: OpVectorShuffle %v2float %\w+ %\w+ 0 1
// CHECK spirv: OpVectorShuffle %v2float %\w+ %\w+ 3 2
// CHECK spirv: OpBitwiseAnd %v2uint
// CHECK spirv: OpExtInst %v2float %\w+ shuffle
// CHECK-NOT spirv: shuffle2
// RUN: -cl-opt-disable -t spirv64:1.2
// CHECK spirv: OpBitwiseAnd %v2uint
// CHECK spirv: OpExtInst %v2float %\w+ shuffle2
kernel void k(global float2* o, float2 v, float2 w, uint2 mask) {
  o[0] = shuffle(v, (uint2)(4, 3));
  o[1] = shuffle2(v, w, (uint2)(7, 0xfffffffe));
  o[2] = shuffle(v, mask);
}
