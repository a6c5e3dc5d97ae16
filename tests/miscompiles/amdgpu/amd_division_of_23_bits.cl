// The same for 23 bits, signed: of (0x7fffff / x) * x - 1 the quotient by some x is one too large. All x up to 16
// 384 are tried.
// report: llvm 202753
// options: -cl-std=CL1.2
// global: 64
// local: 64
// offset: 0
// argument: results 64
// argument: value 4 1
// expected: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
kernel void entry(global ulong* results, int least) {
  const int item = (int)get_global_id(0);
  uint wrong = 0;
  for (int k = 0; k < 256; ++k) {
    const int x = least + item * 256 + k;
    const int y = 0x7fffff / x * x - 1;
    const int p = (y << 8) >> 8, q = (x << 8) >> 8;
    const int quotient = p / q;
    wrong += quotient * x > y || y - quotient * x >= x;
  }
  results[item] = wrong;
}
