// The magnitude of a long is no `abs.s64`, of which ptxas takes the result for never negative: that of the least long is.
// RUN: -t nvptx:sm_90
// CHECK-NOT nvptx: abs\.s64
// CHECK nvptx: abs\.s32
// RUN: -cl-opt-disable -t nvptx:sm_90
// CHECK-NOT nvptx: abs\.s64
kernel void k(global long2* o, global const long2* p, global int* n) {
  o[0] = select(p[1], p[2], as_long2(abs(p[0])));
  n[0] = abs(n[1]) + (int)abs(p[3].x);
}
