// The unsigned difference of -1 and a long does not overflow, so LLVM took it for the absolute value of a signed one.
// report: none: found by random kernels
// options: -cl-std=CL1.2
// global: 4
// local: 4
// argument: results 8
// argument: value 4 5
// expected: 18446744073709551615 3 18446744073709551610 2 18446744073709551605 1 18446744073709551600 0
kernel void entry(global ulong* results, uint by) {
  const uint li = get_local_id(0);
  const ulong2 numbers = (ulong2)(li * by, 20 - li);
  const ulong2 difference = abs_diff(numbers, (ulong2)(-1, 17));
  results[li * 2] = difference.x;
  results[li * 2 + 1] = difference.y;
}
