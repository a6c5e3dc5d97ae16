// RUN: -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress
// CHECK spirv64: OpFMul %v4float
// RUN: -cl-opt-disable -t spirv64 -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942
// RUN: -DHALVES -t spirv64 -t nvptx:sm_53 -t nvptx:sm_80 -t nvptx:sm_90 -t amdgcn:gfx942
// CHECK nvptx: mul\.rn\.f16
// RUN: -DHALVES -cl-opt-disable -t spirv64 -t nvptx:sm_80 -t amdgcn:gfx942
kernel void k(global float* o, global float4* v) {
  o[0] = __builtin_elementwise_canonicalize(o[1]);
  v[0] = __builtin_elementwise_canonicalize(v[1]);
}
#ifdef HALVES
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KERNEL(N) \
  kernel void of_##N(global half##N* o) { o[0] = __builtin_elementwise_canonicalize(o[1]); }
KERNEL(2) KERNEL(3) KERNEL(4) KERNEL(8) KERNEL(16)
#endif
