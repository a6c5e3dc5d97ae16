// mul_hi of longs overflowed in the sum of its partial products, and mad_hi with it.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: shared64 18446744073709551615 18446744073709551601 9223372036854775808
// expected: 18446744073709551600 0 9223372036854775792 0
kernel void entry(global ulong* results, global const ulong* a) {
  results[0] = mul_hi(a[0], a[1]);
  results[1] = (ulong)mul_hi((long)a[0], (long)a[1]);
  results[2] = mad_hi(a[0], a[1], a[2]);
  results[3] = (ulong)mul_hi((long)a[2], (long)a[0]);
}
