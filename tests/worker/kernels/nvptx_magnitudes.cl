// Magnitudes of longs and shorts are no `abs`, of which ptxas takes the result for never negative: that of the least
// number is. Nor is the negative of a short `neg`, which ptxas widens first.
// RUN: -t nvptx:sm_90
// CHECK-NOT nvptx: abs\.s64|abs\.s16|neg\.s16
// CHECK nvptx: abs\.s32
// CHECK nvptx: not\.b16[^\n]*\s+add\.s16
// RUN: -cl-opt-disable -t nvptx:sm_90
// CHECK-NOT nvptx: abs\.s64|abs\.s16|neg\.s16
kernel void k(global long2* o, global const long2* p, global int* n, global short* s) {
  o[0] = select(p[1], p[2], as_long2(abs(p[0])));
  n[0] = abs(n[1]) + (int)abs(p[3].x);
  n[1] = as_short(abs(s[0]));
  n[2] = (short)(-s[1]) >> 3;
}
