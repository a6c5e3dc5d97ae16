// Bytes of two vectors, one of them replaced, were put together by an illegal shuffle.
// report: llvm 198259
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: shared 67306113 3721182122
// expected: 56576 3433749762 18446744073709424618
kernel void entry(global ulong* results, global const uint* a) {
  const uchar2 x = as_uchar4(a[0]).xy;
  const uchar2 y = as_uchar4(a[1]).zw;
  uchar4 v = (uchar4)(x.y, y.y, 0, 0);
  v.x = 0;
  results[0] = as_uint(v);
  v = (uchar4)(x.y, y.y, x.x, y.x);
  v.s2 = (uchar)a[1];
  results[1] = as_uint(v);
  const char2 s = as_char4(a[0]).xy;
  results[2] = (ulong)(long)((int)s.x * 1000 + s.y);
}
