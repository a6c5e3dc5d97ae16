// Without the optimiser, unsigned numbers with many sign bits were divided in 24 bits as if they were small.
// report: llvm 194829, 196418, TheRock 7751
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 6
// argument: shared 4294934531 4294967295
// expected: 1073733632 4 613566738 715827882 0 3
kernel void entry(global ulong* results, global const int* a) {
  const int v = a[0];
  const short s = (short)v;
  const char c = (char)(v >> 8);
  results[0] = (uint)s / (((uint)s & 63) + 1);
  results[1] = (uint)s % (((uint)v & 15) + 10);
  results[2] = (uint)c / (((uint)v & 3) + 4);
  results[3] = (uint)-(v & 255) / ((uint)a[1] + 7);
  results[4] = ~((uint)v & 0xffff) / (uint)(char)a[1];
  results[5] = (uint)(a[1] < 0 ? -1 : 3) % ((uint)(v & 1) + 5);
}
