// Functions of vectors whose last element has no value: no branch may be left out for that, and no kernel refused.
// RUN: %clc compile %s -t nvptx:sm_80 -w -o - | %disasm | FileCheck %s
// CHECK-LABEL: .entry always(
// CHECK: st.global
// CHECK-LABEL: .entry sometimes(
// CHECK: setp
// CHECK: cvt.rmi.f32.f32
// CHECK: ret
// CHECK-LABEL: .entry of_three(
// CHECK: setp
// CHECK: cvt.rmi.f32.f32
// CHECK: ret
// CHECK-LABEL: .entry to_itself(
// CHECK: setp
// CHECK: cvt.rmi.f32.f32
// CHECK: ret
// RUN: %clc compile %s -t amdgcn:gfx1100 -w -o - | %valid
kernel void always(global float4* out, global const float4* in) {
  const int i = get_global_id(0);
  float4 v, whole;
  v.xyz = in[i].xyz;
  out[i].xyz = fract(v, &whole).xyz;
}
kernel void sometimes(global float4* out, global const float4* in, int n) {
  const int i = get_global_id(0);
  float4 v, whole;
  v.xyz = in[i].xyz;
  if (n > 3) v = fract(v, &whole);
  out[i].xyz = v.xyz;
}
kernel void of_three(global float4* out, global const float4* in, int n) {
  const int i = get_global_id(0);
  float3 v, whole;
  v.xy = in[i].xy;
  if (n > 3) v = fract(v, &whole);
  out[i].xy = v.xy;
}
kernel void to_itself(global float4* out, global const float4* in, int n) {
  const int i = get_global_id(0);
  float4 v;
  v.xyz = in[i].xyz;
  if (n > 3) v = fract(v, &v);
  out[i].xyz = v.xyz;
}
