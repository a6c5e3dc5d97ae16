// AMD's abs of the least int or long was undefined: a kernel that has it as a constant was left out, comparisons were folded.
// report: none: found by random kernels
// targets: spirv amdgcn nvptx
// options: -cl-std=CL1.2
// global: 1
// local: 1
// argument: results 7
// argument: value 4 2147483648
// argument: value 8 9223372036854775808
// expected: 2147483648 9223372036854775808 2147483648 9223372036854775808 1 1 2147483648
kernel void entry(global ulong* results, int x, long y) {
  results[0] = abs((int)0x80000000u);
  results[1] = abs((long)0x8000000000000000ul);
  results[2] = abs(x);
  results[3] = abs(y);
  results[4] = (int)abs(x) < 0;
  results[5] = (long)abs(y) < 0;
  results[6] = abs((int2)(3, x)).s1;
}
