// Unsigned numbers of 24 bits are divided by a reciprocal of float, whose error of one place makes a quotient too
// large.
// report: llvm 201186
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 16
// argument: shared 12527448 14882573 16777215 16777215 16777214 8388608 8388607 12527449
// argument: shared 12527449 3122 1 16777215 16777215 3 7 12527448
// expected: 0 12527448 4766 3121 16777215 0 1 0 0 16777214 2796202 2 1198372 3 1 1
kernel void entry(global ulong* results, global const uint* a, global const uint* b) {
  const size_t i = get_global_id(0);
  const uint x = a[i] & 0xffffff, y = b[i] & 0xffffff;
  results[2 * i] = x / y;
  results[2 * i + 1] = x % y;
}
