// Sums and products of a loop that was unrolled were hoisted with the wrong number of iterations.
// report: llvm 91957
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 2
// argument: value 2 3
// argument: value 2 7
// argument: value 4 19
// expected: 3592 48066
kernel void entry(global ulong* results, short step, short factor, uint n) {
  short total = 1;
  for (uint i = 0; i < n; ++i) total = (short)(total + (short)(step * factor) * (short)i);
  results[0] = (ulong)(long)total;
  ushort bits = 1;
  for (uint i = 0; i < n; ++i) bits = (ushort)(bits * factor + step);
  results[1] = bits;
}
