// A length has one test for what float cannot square; smoothstep divides as exactly as it has to.
// RUN: %clc compile %s -t nvptx:sm_50 -o - | %disasm | FileCheck %s --implicit-check-not=div.rn --implicit-check-not=.local --implicit-check-not='sqrt.{{rn|approx\.f32}}'
// RUN: %clc compile %s -t nvptx:sm_90 -o - | %disasm | FileCheck %s --implicit-check-not=div.rn --implicit-check-not=.local --implicit-check-not='sqrt.{{rn|approx\.f32}}'
// CHECK-LABEL: .entry of_four(
// CHECK-COUNT-2: @%p
// CHECK-NOT: @%p
// CHECK: sqrt.approx.ftz.f32
// CHECK-NOT: @%p
// CHECK: ret;
// CHECK-LABEL: .entry unit(
// CHECK: rsqrt.approx.ftz.f32
// CHECK-LABEL: .entry smooth(
// CHECK: div.full.f32
// RUN: %clc compile %s -t nvptx:sm_90 -cl-denorms-are-zero -o - | %disasm | FileCheck %s --check-prefix=FTZ --implicit-check-not=div.full.f32
// FTZ-LABEL: .entry smooth(
// FTZ: div.full.ftz.f32
kernel void of_four(global float* o, global float4* v) { o[0] = length(v[0]); }
kernel void apart(global float* o, global float3* v) { o[0] = distance(v[0], v[1]); }
kernel void unit(global float3* o, global float3* v) { o[0] = normalize(v[0]); }
kernel void smooth(global float4* o, global float4* v) { o[0] = smoothstep(v[0], v[1], v[2]) + smoothstep(v[0].x, v[1].y, v[2]); }
