// RUN: -t nvptx:sm_90 -t spirv64:1.2 -cl-fast-relaxed-math
// CHECK nvptx: fma\.
// CHECK nvptx: \.approx|div\.full
// CHECK spirv64: FPFastMathMode .*Fast
// MANIFEST: "build_options": "-cl-fast-relaxed-math"
// RUN: -t nvptx:sm_90 -t spirv64:1.2
// CHECK-NOT spirv64: FPFastMathMode .*Fast
// CHECK nvptx: div\.rn\.f32|div\.full
kernel void k(global float* o) { o[0] = o[1] * o[2] + o[3] / o[4]; }
