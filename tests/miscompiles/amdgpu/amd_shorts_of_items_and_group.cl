// Shorts of two kinds come together in one register: each item has its own, and all share the other.
// report: llvm 161290, 225175, 211848, 218371
// options: -cl-std=CL1.2
// global: 4
// local: 4
// argument: results 8
// argument: shared 65541 196614 4294836232 1234567890
// argument: value 4 29
// argument: value 4 3
// expected: 3 3 3 3 21266 21332 23547 36746
constant ushort table[8] = {40001, 517, 65535, 32768, 7, 12345, 54321, 999};
kernel void entry(global ulong* results, global const ushort* in, uint flag, uint n) {
  const uint li = get_local_id(0);
  const ushort a = in[li], b = in[li + 4], c = table[flag & 7], v = table[(flag >> 3) & 7];
  results[li] = 0;
  for (uint k = 0; k < n; ++k) results[li] += k;
  const ushort2 pair = (ushort2)(a, c) * (ushort)3 + (ushort2)(b, v);
  results[li + 4] = (ushort)(pair.s0 * 3 ^ pair.s1 * 5);
}
