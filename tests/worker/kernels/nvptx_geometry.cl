// A length has one test for what float cannot square; smoothstep divides as exactly as it has to.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: \.entry of_four\((.*\n)+?.*sqrt\.approx\.ftz\.f32
// CHECK nvptx: rsqrt\.approx\.ftz\.f32
// CHECK nvptx: div\.full\.f32
// CHECK-NOT nvptx: div\.rn|\.local|sqrt\.(rn|approx\.f32)
// CHECK-NOT nvptx: \.entry of_four\(([^}]*@%p){4}
// RUN: -t nvptx:sm_90 -cl-denorms-are-zero
// CHECK nvptx: div\.full\.ftz\.f32
// CHECK-NOT nvptx: div\.full\.f32
kernel void of_four(global float* o, global float4* v) { o[0] = length(v[0]); }
kernel void apart(global float* o, global float3* v) { o[0] = distance(v[0], v[1]); }
kernel void unit(global float3* o, global float3* v) { o[0] = normalize(v[0]); }
kernel void smooth(global float4* o, global float4* v) { o[0] = smoothstep(v[0], v[1], v[2]) + smoothstep(v[0].x, v[1].y, v[2]); }
