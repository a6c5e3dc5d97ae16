// The least number of a few bits by -1 is positive: the quotient of narrow numbers was extended by their sign.
// report: llvm 203436
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 5
// argument: value 4 8
// argument: value 4 4294967295
// expected: 8 32768 128 0 8
kernel void entry(global ulong* results, int a, int b) {
  const int x4 = (a << 28) >> 28, y4 = (b << 28) >> 28;
  const int x16 = (short)(a * 4096), y16 = (short)b;
  const char x8 = (char)(a * 16), y8 = (char)b;
  results[0] = (long)(x4 / y4);
  results[1] = (long)(x16 / y16);
  results[2] = (long)(x8 / y8);
  results[3] = (long)(x4 % y4);
  const long x60 = ((long)a << 60) >> 60, y60 = ((long)b << 60) >> 60;
  results[4] = (ulong)(x60 / y60);
}
