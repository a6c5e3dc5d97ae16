// A private array filled with a byte that the function has elsewhere was filled with what lay there.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 1
// argument: value 4 5
// expected: 13205151464347613971
kernel void entry(global ulong* results, uint k) {
  uchar a[40], b[24];
  for (int i = 0; i < 40; ++i) a[i] = 7;
  for (int i = 0; i < 24; ++i) b[i] = 0xff;
  a[k] = 1;
  b[k + 1] = (uchar)(k + 7);
  ulong sum = 0;
  for (int i = 0; i < 40; ++i) sum = sum * 3 + a[i];
  for (int i = 0; i < 24; ++i) sum = sum * 5 + b[i];
  results[0] = sum;
}
