// Quotient and remainder of the same two shorts, without the optimiser: no instruction has both.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 4
// local: 4
// argument: results 16
// argument: shared 12345 4000000007 65535 77
// expected: 12345 1688952943083529 3129 57 10247 23926223579119913 2055 7 65535 1970870298804809 7039 255 77 131083 77 77
kernel void entry(global ulong* results, global const uint* in) {
  const uint item = get_global_id(0), x = in[item];
  const ushort a = x, b = (x >> 16) | 1;
  results[item * 4] = (ushort)(a / b) + (ushort)(a % b);
  const short4 c = (short4)(x, x >> 5, x >> 9, x >> 11), d = (short4)(7, x >> 3, -9, x >> 13) | (short4)1;
  const short4 e = (c & (short4)0xfff) / (d & (short4)0xff) + (c & (short4)0xfff) % (d & (short4)0xff);
  results[item * 4 + 1] = as_ulong(e);
  const char2 f = (char2)(x, x >> 8), g = (char2)(x >> 16, 5) | (char2)1;
  const char2 h = (f & (char2)0x7f) / (g & (char2)0x7f) + (f & (char2)0x7f) % (g & (char2)0x7f);
  results[item * 4 + 2] = as_ushort(h);
  results[item * 4 + 3] = (uchar)(a & 0xff) / (uchar)(b & 0xff) + (uchar)(a & 0xff) % (uchar)(b & 0xff);
}
