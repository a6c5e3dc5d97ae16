// An element of a vector whose number is found to be a constant only after instructions have been chosen.
// report: llvm 179699
// options: -cl-std=CL1.2
// global: 1
// local: 1
// argument: results 24
// argument: value 8 5
// argument: value 8 7
// expected: 0 625 4 81 625 0 9302211522096273430 9302211522096273430 0 25 9223372036854775810 9 625 0 9302211522096273430 9302211522096273430 9302211522096273430 9 7 25 81 9302211522096273430 0 0
kernel void entry(global ulong* results, ulong a, ulong b) {
  ulong8 v = (ulong8)(-1L, 1, 0x7fffffffffffffff, 0, a, 5, a + b, b);
  v += (ulong8)(1, 0x8118181818181815, 3, 7, 9, 11, 13, 2);
  ulong8 p = v * v;
  p.s4 = add_sat(v.s4, p.s4);
  p.s1 = v.s1;
  vstore8(shuffle(p, v), 0, results);
  vstore8(shuffle2(v, p, v), 1, results);
  vstore8(shuffle2(p, v, v ^ (ulong8)9), 2, results);
}
