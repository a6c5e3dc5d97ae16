// The carry of a sum of 64 bits whose upper half is a sum itself had its carry: nothing overflows, and add_sat
// saturates.
// report: llvm 204362, ROCm llvm-project 91
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: shared64 12345678901234567 9223372036854775807
// expected: 9211026357953541242 0 6731557108500351880 6731557115522973695
kernel void entry(global ulong* results, global const ulong* a) {
  const ulong product = a[0] * a[1];
  results[0] = add_sat(1UL, product);
  const ulong sum = product + 1;
  results[1] = sum < 1;
  results[2] = add_sat(((ulong)((uint)a[0] + (uint)a[1]) << 32) | (uint)a[0], 1UL);
  results[3] = sub_sat(((ulong)((uint)a[0] - (uint)a[1]) << 32) | (uint)a[0], (ulong)(uint)a[0] + 1);
}
