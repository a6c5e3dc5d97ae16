// A struct that a function takes by value was read where it came from, after the function or its caller wrote it.
// report: llvm 129188, 136008
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 5
// argument: shared 1 2 0 0 0 5 0 0
// argument: value 4 3
// expected: 107 108 8 2 6
typedef struct { uint a, b, c[6]; } Big;
__attribute__((noinline)) uint change(Big v, uint k) {
  v.c[k] += 100;
  v.a = v.c[k] + v.b;
  return v.a;
}
kernel void entry(global ulong* results, global const uint* given, uint k) {
  Big big = {given[0], given[1], {given[2], given[3], given[4], given[5], given[6], given[7]}};
  const uint first = change(big, k);
  big.c[k] += 1;
  const uint second = change(big, k);
  private uint* p = k > 2 ? &big.a : &big.b;
  *p += 7;
  results[0] = first;
  results[1] = second;
  results[2] = big.a;
  results[3] = big.b;
  results[4] = big.c[k];
}
