// Builtins are inlined under every option: also where the program treats denormal numbers otherwise than the library.
// RUN: %clc compile %s -t amdgcn:gfx906 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=AMDGCN --implicit-check-not=s_swappc --implicit-check-not=s_call
// RUN: %clc compile %s -t amdgcn:gfx906 -cl-std=CL3.0 -cl-denorms-are-zero -o - | %disasm | FileCheck %s --check-prefix=AMDGCN --implicit-check-not=s_swappc --implicit-check-not=s_call
// RUN: %clc compile %s -t amdgcn:gfx1100 -cl-std=CL3.0 -cl-denorms-are-zero -cl-fast-relaxed-math -cl-fp32-correctly-rounded-divide-sqrt -o - | %disasm | FileCheck %s --check-prefix=AMDGCN --implicit-check-not=s_swappc --implicit-check-not=s_call
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=call
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -cl-denorms-are-zero -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=call
// RUN: %clc compile %s -t nvptx:sm_90 -cl-std=CL3.0 -cl-denorms-are-zero -cl-fast-relaxed-math -cl-fp32-correctly-rounded-divide-sqrt -o - | %disasm | FileCheck %s --check-prefix=NVPTX --implicit-check-not=call
// AMDGCN-LABEL: <entry>:
// AMDGCN-DAG: v_sqrt_f32
// AMDGCN-DAG: v_exp_f32
// AMDGCN-DAG: v_sin_f32
// AMDGCN: s_endpgm
// NVPTX-LABEL: .entry entry(
// NVPTX: fma.rn
// NVPTX: sqrt.
// NVPTX: ex2.approx
// NVPTX: sin.approx
// NVPTX: ret;
kernel void entry(global float* o, global const float* a, global const float* b) {
  const size_t i = get_global_id(0);
  o[i] = fma(a[i], b[i], 1.5f) + fmax(a[i], 2.0f) + sqrt(fabs(b[i])) + exp2(a[i]) + native_sin(b[i]);
}
