// The comparison of two narrowed numbers of different widths became one of the wider, without the sign.
// report: llvm 91127
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 2
// argument: shared 1
// expected: 7 1
kernel void entry(global ulong* results, global const int* a) {
  int s = 3, h = 1, e = 0, steps = 0;
  while (s != 0) {
    const ulong m = max((ulong)(h == 5), (ulong)(long)e);
    const short d = (short)((short)m - (short)e);
    if (d != 0) h = 0;
    e = -1;
    s = s - a[0];
    steps = steps * 2 + h;
  }
  results[0] = steps;
  results[1] = (ulong)(long)h;
}
