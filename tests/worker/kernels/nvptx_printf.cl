// vprintf(format, arguments): floats not widened, vectors whole, each at its own alignment.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: \.func\s+\(\.param \.b32 \w+\) vprintf
// CHECK nvptx: \.global \.align 1 \.b8 \S+ = \{120, 61,
// CHECK nvptx: st\.local\.v4\.(b32|f32)\s+\[%\w+\+16\]|st\.local\.v2\.\w+\s+\[%\w+\+16\]
// CHECK-NOT nvptx: cvt\.f64\.f32
kernel void k(global float4* v, global float* f) {
  printf("x=%f %v4hlf\n", f[0], v[0]);
  printf("done\n");
}
