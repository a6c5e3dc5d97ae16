// Sums and differences whose overflow is asked for in the cases of a switch ended the compiler.
// report: llvm 203586
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 6
// argument: value 8 9223372036854775813
// argument: value 8 9223372036854775809
// expected: 6 5 10 6 18446744073709551612 2
ulong sum_or_next(ulong a, ulong b, uint which) {
  ulong v;
  bool over;
  switch (which) {
    case 0: v = a + b; over = v < a; break;
    case 1: v = a - b; over = a < b; break;
    default: v = a + a; over = v < a; break;
  }
  return over ? v : v + 1;
}
kernel void entry(global ulong* results, ulong a, ulong b) {
  for (uint i = 0; i < 3; ++i) results[i] = sum_or_next(a, b, i);
  for (uint i = 0; i < 3; ++i) results[3 + i] = sum_or_next(b, a, i);
}
