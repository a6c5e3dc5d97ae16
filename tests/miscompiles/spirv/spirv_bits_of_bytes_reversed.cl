// Bits of bytes in the other order were 0, and those of vectors of longs mixed up. The optimiser recognises the
// loop by steps.
// report: llvm 203829, 197810
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: value 4 7571
// argument: value 8 18446744069414584321
// argument: value 8 12297829379915142776
// expected: 201 184 9223372041149743103 2191612857850090837
uchar reversed(uchar x) {
  x = (uchar)((x & 0xf0) >> 4 | (x & 0x0f) << 4);
  x = (uchar)((x & 0xcc) >> 2 | (x & 0x33) << 2);
  return (uchar)((x & 0xaa) >> 1 | (x & 0x55) << 1);
}
ulong2 reversed_long(ulong2 x) {
  x = (x >> 1 & 0x5555555555555555UL) | (x & 0x5555555555555555UL) << 1;
  x = (x >> 2 & 0x3333333333333333UL) | (x & 0x3333333333333333UL) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fUL) | (x & 0x0f0f0f0f0f0f0f0fUL) << 4;
  x = (x >> 8 & 0x00ff00ff00ff00ffUL) | (x & 0x00ff00ff00ff00ffUL) << 8;
  x = (x >> 16 & 0x0000ffff0000ffffUL) | (x & 0x0000ffff0000ffffUL) << 16;
  return x >> 32 | x << 32;
}
kernel void entry(global ulong* results, uint a, ulong b, ulong c) {
  results[0] = reversed((uchar)a);
  results[1] = reversed((uchar)(a >> 8));
  const ulong2 r = reversed_long((ulong2)(b, c));
  results[2] = r.x;
  results[3] = r.y;
}
