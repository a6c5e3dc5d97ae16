// RUN: -t nvptx:sm_90 -t spirv64:1.2
// CHECK nvptx: sin\.approx
// CHECK nvptx: cos\.approx
// CHECK nvptx: ex2\.approx
// CHECK nvptx: lg2\.approx
// CHECK nvptx: rsqrt\.approx
// CHECK nvptx: sqrt\.approx
// CHECK nvptx: div\.approx|rcp\.approx
// CHECK spirv64: native_sin
// CHECK spirv64: native_exp
// CHECK-NOT nvptx: \bcall\b
kernel void k(global float4* o) {
  o[0] = native_sin(o[1]) + native_cos(o[2]) + native_exp(o[3]) + native_log(o[4]) + native_rsqrt(o[5]) +
         native_sqrt(o[6]) + native_divide(o[7], o[8]) + native_recip(o[9]);
}
