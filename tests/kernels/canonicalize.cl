// RUN: %clc compile %s -t spirv64 -o - | %disasm | FileCheck %s --check-prefix=SPIRV
// SPIRV-LABEL: %k = OpFunction
// SPIRV: OpFMul %v4float
// RUN: %clc compile %s -t spirv32 -t nvptx:sm_80 -t amdgcn:gfx942 -t r600:cypress -o - | %valid
// RUN: %clc compile %s -t nvptx:sm_53 -DHALVES -o - | %disasm | FileCheck %s --check-prefix=NVPTX-HALVES
// RUN: %clc compile %s -t nvptx:sm_80 -DHALVES -o - | %disasm | FileCheck %s --check-prefix=NVPTX-HALVES
// RUN: %clc compile %s -t nvptx:sm_90 -DHALVES -o - | %disasm | FileCheck %s --check-prefix=NVPTX-HALVES
// NVPTX-HALVES-LABEL: .entry of_2(
// NVPTX-HALVES: mul.rn.f16
// RUN: %clc compile %s -t spirv64 -t amdgcn:gfx942 -DHALVES -o - | %valid
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
