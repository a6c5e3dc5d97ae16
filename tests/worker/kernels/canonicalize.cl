// RUN: -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// CHECK spirv64: OpFMul %v4float
// RUN: -cl-opt-disable -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942
kernel void k(global float* o, global float4* v) {
  o[0] = __builtin_elementwise_canonicalize(o[1]);
  v[0] = __builtin_elementwise_canonicalize(v[1]);
}
