// Products and sums of different statements are one operation where an option of OpenCL permits it, and no pragma forbids it.
// RUN: %clc compile %s -t nvptx:sm_80 -DKERNEL=apart -o - | %disasm | FileCheck %s --check-prefix=APART --implicit-check-not=fma
// APART-LABEL: .entry k(
// APART: mul.rn.f32
// APART: add.rn.f32
// RUN: %clc compile %s -t nvptx:sm_80 -DKERNEL=apart -cl-mad-enable -o - | %disasm | FileCheck %s --check-prefix=FUSED --implicit-check-not=add.rn.f32
// FUSED-LABEL: .entry k(
// FUSED: fma.rn.f32
// RUN: %clc compile %s -t nvptx:sm_80 -DKERNEL=apart -cl-unsafe-math-optimizations -o - | %disasm | FileCheck %s --check-prefix=FUSED
// RUN: %clc compile %s -t nvptx:sm_80 -DKERNEL=apart -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=FUSED
// RUN: %clc compile %s -t amdgcn:gfx942 -DKERNEL=apart -o - | %disasm | FileCheck %s --check-prefix=AMDGCN-APART --implicit-check-not='{{v_fma|v_pk_fma|v_fmac}}'
// AMDGCN-APART-LABEL: <k>:
// AMDGCN-APART: v_mul_f32
// AMDGCN-APART: v_add_f32
// RUN: %clc compile %s -t amdgcn:gfx942 -DKERNEL=apart -cl-mad-enable -o - | %disasm | FileCheck %s --check-prefix=AMDGCN-FUSED
// AMDGCN-FUSED-LABEL: <k>:
// AMDGCN-FUSED: {{v_fma|v_pk_fma|v_fmac}}
// RUN: %clc compile %s -t nvptx:sm_80 -DKERNEL=forbidden -cl-mad-enable -o - | %disasm | FileCheck %s --check-prefix=APART --implicit-check-not=fma
// RUN: %clc compile %s -t nvptx:sm_80 -DKERNEL=forbidden -cl-fast-relaxed-math -o - | %disasm | FileCheck %s --check-prefix=APART --implicit-check-not=fma
#define apart
#define forbidden _Pragma("OPENCL FP_CONTRACT OFF")
kernel void k(global float* o, float a, float b) {
  KERNEL
  const float product = a * b;
  o[0] = product + b;
}
