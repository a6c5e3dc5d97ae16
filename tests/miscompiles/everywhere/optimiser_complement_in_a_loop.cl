// The complement of a char that a loop hands on lost its sign.
// report: llvm 196420, 195288
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 4
// argument: value 4 0
// argument: value 4 0
// argument: value 4 4
// expected: 0 18446744073709551615 0 0
kernel void entry(global ulong* results, uint start, int flag, uint turns) {
  char number = (char)start;
  int seen = 0;
  for (uint turn = 0; turn < turns; ++turn) {
    const int before = ~number;
    const int mixed = -(flag && number) & number & seen;
    number = (char)~mixed;
    results[turn] = (ulong)(long)seen;
    seen = before;
  }
}
