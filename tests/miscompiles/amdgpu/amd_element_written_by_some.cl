// An element of a private array that only some work-items write in an unrolled loop, which the others go on from,
// keeps its old value for some that wrote it.
// report: llvm 183792, ROCm 6412
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 24
// argument: shared 5 6 7 8 9 10 11 12
// argument: value 4 3
// expected: 7 7 27 7 7 27 7 7 0 2 0 0 2 0 0 2 0 0 2 0 0 2 0 0
kernel void entry(global ulong* results, global const int* in, uint u) {
  const uint item = (uint)get_local_id(0);
  uint kept[3] = {0, 0, 0};
  int total = 0;
  for (uint q = 0; q < u; ++q) {
    uint b[3] = {q, 0, 0};
    for (int j = 0; j < 3; ++j) {
      const int v = (int)item;
      int f = 1;
      if (v != 0) {
        const int w = v - 1;
        if (w >= 2) continue;
        f = in[w];
      }
      if (f & 1) total += 3;
      b[j] = 7;
    }
    kept[0] = b[0];
    kept[2] = b[2];
  }
  results[3 * item] = kept[0];
  results[3 * item + 1] = kept[2];
  results[3 * item + 2] = (ulong)total;
}
