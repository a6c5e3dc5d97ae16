// A value that all work-items share within a loop, and that each leaves the loop with in another iteration, was
// read after the loop, where it is the last one.
// report: llvm 203256
// options: -cl-std=CL1.2
// global: 64
// local: 64
// offset: 0
// argument: results 64
// argument: value 4 3
// expected: 5 21 37 53 69 85 101 12 28 44 60 76 92 108 19 35 51 67 83 99 115 26 42 58 74 90 106 122 33 49 65 81 97 113 129 40 56 72 88 104 120 136 47 63 79 95 111 127 143 54 70 86 102 118 134 150 61 77 93 109 125 141 157 68
kernel void entry(global ulong* results, uint step) {
  const uint item = (uint)get_global_id(0);
  const uint limit = item % 7;
  uint j = 0, value;
  for (;;) {
    value = j * step + 1;
    if (j >= limit) break;
    ++j;
  }
  results[item] = value * 5 + item;
}
