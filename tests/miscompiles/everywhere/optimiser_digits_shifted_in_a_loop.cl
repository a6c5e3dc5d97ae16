// Digits of 28 bits, shifted right with a carry from one to the next: the carry of the digit before the last one
// came twice.
// report: llvm 208943
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 6
// argument: shared 180150001 19088743 267242409 124076833 15790320
// argument: value 4 5
// argument: value 4 9
// expected: 188571247 222859682 152041189 126071457 30840 241
kernel void entry(global ulong* results, global uint* digits, uint n, uint by) {
  const uint mask = (1u << by) - 1, shift = 28 - by;
  uint r = 0;
  global uint* p = digits + n - 1;
  for (int x = (int)n - 1; x >= 0; --x) {
    const uint rr = *p & mask;
    *p = (*p >> by) | (r << shift);
    --p;
    r = rr;
  }
  for (uint i = 0; i < n; ++i) results[i] = digits[i];
  results[n] = r;
}
