// RUN: -t nvptx:sm_90 -t spirv64:1.2 -t amdgcn:gfx906 -cl-denorms-are-zero -cl-no-subgroup-ifp
// CHECK nvptx: mul\.(rn\.)?ftz\.f32
// CHECK-NOT spirv64: DenormFlushToZero
// CHECK amdgcn: v_mul_f32
// MANIFEST: "build_options": "-cl-denorms-are-zero"
// RUN: -t nvptx:sm_90
// CHECK-NOT nvptx: (add|mul|fma|sqrt)\S*\.ftz
kernel void k(global float* o) { o[0] = o[1] * o[2]; o[1] = exp(o[3]) + sqrt(o[4]); }
