// Without the optimiser a vector register whose lanes keep the masks of items that have left a loop began anew in each iteration.
// report: llvm 186348
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 8
// argument: value 4 3
// expected: 2280334523 1246617343 2029797692 4142975531 0 215793704 0 3490596012
uint limit(uint x) { return x % 5u; }
#define LOOP(k)                                              \
  {                                                          \
    uint part = 0;                                           \
    for (uint i = 0; i < limit(x >> (k)); ++i) {             \
      for (uint j = 0; j < 4; ++j) {                         \
        if ((n >> j) & 1) continue;                          \
        part += x + i;                                       \
        if (part & 16u) break;                               \
        part ^= j;                                           \
      }                                                      \
      if ((x + i * (k)) & 4u) {                              \
        part ^= x;                                           \
        break;                                               \
      }                                                      \
    }                                                        \
    sum = sum * 7u + part;                                   \
  }
#define LOOPS(k) LOOP(k) LOOP(k + 1) LOOP(k + 2) LOOP(k + 3)
kernel void entry(global ulong* results, uint n) {
  const uint item = get_local_id(0);
  const uint x = (item + 1) * 0x9e3779b1u;
  uint sum = 0;
  LOOPS(0) LOOPS(4) LOOPS(8) LOOPS(12)
  results[item] = sum;
}
