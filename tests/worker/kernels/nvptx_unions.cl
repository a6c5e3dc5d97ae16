// A union goes to functions and comes back with all its bytes, those in the padding of its largest member, too.
// RUN: -t nvptx:sm_50 -t nvptx:sm_90
// CHECK nvptx: st\.param\.(v2\.b64|b64)\s+\[func_retval0\]
// CHECK nvptx: ld\.param\.(v2\.b64|b64)\s+\S+ \S+ \[retval0\]
// CHECK nvptx: st\.param\.v2\.b64\s+\[param0\]
// CHECK-NOT nvptx: st\.param\.b8
// RUN: -t nvptx:sm_50 -t nvptx:sm_90 -cl-opt-disable -g
// CHECK nvptx: st\.param\.v2\.b64\s+\[func_retval0\]
// CHECK-NOT nvptx: st\.param\.b8
// Inlined, where each of the sixteen bytes is stored.
// RUN: -t nvptx:sm_90 -DINLINED
// CHECK nvptx: \[%rd\d+\+9\]
// CHECK nvptx: \[%rd\d+\+15\]
// And for chips that call nothing.
// RUN: -t r600:cypress -DINLINED
typedef union {
  ulong w;
  struct {
    long a;
    uchar b;
  } p;
  uchar y[16];
} U;
#ifndef INLINED
__attribute__((noinline))
#endif
U make(int z) {
  U made;
  for (int i = 0; i < 16; ++i) made.y[i] = (uchar)(z + i * 3);
  return made;
}
#ifdef INLINED
kernel void k(global uchar* o, int z) {
  U x = make(z);
  for (int i = 0; i < 16; ++i) o[i] = x.y[i];
}
#else
__attribute__((noinline)) int sum(U x) {
  int total = 0;
  for (int i = 0; i < 16; ++i) total += x.y[i] * i;
  return total;
}
kernel void k(global int* o, int z, U x) {
  o[0] = sum(make(z));
  o[1] = sum(x);
}
#endif
