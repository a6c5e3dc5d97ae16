// Arithmetic on half is the chip's own from sm_53 on; older chips do not announce it.
// RUN: -t nvptx:sm_53
// CHECK nvptx: fma\.rn\.f16x2
// CHECK nvptx: add\.rn\.f16
// CHECK nvptx: div\.rn\.f32
// CHECK nvptx: sqrt\.rn\.f32
// CHECK nvptx: vprintf
// RUN: -t nvptx:sm_50
// CHECK-NOT nvptx: \.f16
// RUN: -t nvptx:sm_53 -cl-std=CL3.0
// CHECK nvptx: fma\.rn\.f16x2
kernel void is_there_everywhere(global int* o) { o[0] = 1; }
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global half* o, global half4* v, half s) {
  o[0] = o[1] + s;
  o[2] = o[3] / s;
  o[4] = sqrt(s);
  v[2] = v[3] * v[4] + v[5];
  printf("%f %v4hf\n", s, v[6]);
}
#endif
