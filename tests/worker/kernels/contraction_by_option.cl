// Products and sums of different statements are one operation where an option of OpenCL permits it, and no pragma forbids it.
// RUN: -t nvptx:sm_80 -DKERNEL=apart
// CHECK nvptx: mul
// CHECK-NOT nvptx: fma
// RUN: -t nvptx:sm_80 -DKERNEL=apart -cl-mad-enable
// CHECK nvptx: fma.rn.f32
// CHECK-NOT nvptx: add.rn.f32
// RUN: -t nvptx:sm_80 -DKERNEL=apart -cl-unsafe-math-optimizations
// CHECK nvptx: fma.rn.f32
// RUN: -t nvptx:sm_80 -DKERNEL=apart -cl-fast-relaxed-math
// CHECK nvptx: fma.rn.f32
// RUN: -t amdgcn:gfx942 -DKERNEL=apart
// CHECK-NOT amdgcn: v_fma|v_pk_fma|v_fmac
// RUN: -t amdgcn:gfx942 -DKERNEL=apart -cl-mad-enable
// CHECK amdgcn: v_fma|v_pk_fma|v_fmac
// RUN: -t nvptx:sm_80 -DKERNEL=forbidden -cl-mad-enable
// CHECK nvptx: mul
// CHECK-NOT nvptx: fma
// RUN: -t nvptx:sm_80 -DKERNEL=forbidden -cl-fast-relaxed-math
// CHECK-NOT nvptx: fma
#define apart
#define forbidden _Pragma("OPENCL FP_CONTRACT OFF")
kernel void k(global float* o, float a, float b) {
  KERNEL
  const float product = a * b;
  o[0] = product + b;
}
