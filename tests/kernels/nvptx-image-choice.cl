// An image or a sampler chosen at run time becomes a branch around two instructions, each naming its argument.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry k(
// CHECK: tex.2d.v4.f32.f32 {{{[^}]*}}}, [k_param_0, k_param_1,
// CHECK: tex.2d.v4.f32.f32 {{{[^}]*}}}, [k_param_0, k_param_2,
// RUN: %clc compile %s -t nvptx:sm_90 -O0 -o - | %valid
// RUN: %clc compile %s -t nvptx:sm_90 -O1 -o - | %valid
float4 at(read_only image2d_t in, sampler_t s, float x) { return read_imagef(in, s, (float2)(x)); }
kernel void k(read_only image2d_t in, sampler_t s, sampler_t t, global float4* o, int which) {
  o[0] = which ? at(in, s, 0.5f) : at(in, t, 0.5f);
}
