// vprintf(format, arguments): each at its own alignment, floats widened, vectors as their elements.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: \.func\s+\(\.param \.b32 \w+\) vprintf
// CHECK nvptx: \.global \.align 1 \.b8 \S+ = \{120, 61,
// CHECK nvptx: cvt\.f64\.f32
// CHECK nvptx: __local_depot\d+\[24\]
kernel void k(global float4* v, global float* f) {
  printf("x=%f %v4hlf\n", f[0], v[0]);
  printf("done\n");
}
