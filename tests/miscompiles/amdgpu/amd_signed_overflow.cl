// abs of the least int or long was 0 or not negative as a signed number, and overflows of mul24, mad24 and mad_hi did not wrap around.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// targets: amdgcn spirv nvptx
// global: 1
// local: 1
// offset: 0
// argument: results 10
// argument: value 4 2147483648
// argument: value 8 9223372036854775808
// argument: value 4 49152
// expected: 2147483648 9223372036854775808 18446744071562067968 1 1 2143290366 18446744073692774396 18446744071830503424 1 1
kernel void entry(global ulong* results, int least, long least_long, int number) {
  results[0] = abs((int)0x80000000);
  results[1] = abs((long)0x8000000000000000ul);
  results[2] = (ulong)as_int(abs(least));
  results[3] = abs(least) > 0x7fffffffu;
  results[4] = as_long(abs(least_long)) < 0;
  results[5] = (ulong)mad24(0x400001, 0x3ff, 0x7fffffff);
  results[6] = (ulong)mad24(0x7fffff, 0x7fffff, -5);
  results[7] = (ulong)mul24(number, number);
  results[8] = mul24(number, number) < 0;
  results[9] = mad_hi(least, least, 0x7fffffff) < 0;
}
