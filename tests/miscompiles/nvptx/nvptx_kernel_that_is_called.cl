// The body of a kernel that others may call was a kernel to PTX as well: the calls were unreachable, and all that followed.
// report: llvm 154772
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 3
// argument: shared 88 2 3
// argument: value 4 7
// expected: 4660 9 19
kernel void part(global ulong* results, global const uint* given, uint n) {
  if (given[0] == 'X') results[n - 7] = given[1] + n;
}
kernel void entry(global ulong* results, global const uint* given, uint n) {
  results[0] = results[1] = results[2] = 1;
  part(results, given, n + 1);
  part(results, given, n + 2);
  results[2] += results[1] - 2;
  if (given[0] == 'X') results[0] = 0x1234;
  results[1] -= 1;
}
