// x << 1 to 4 and a sum became s_lshlN_add_u32 without the optimiser, which has the first work-item's x for all.
// report: llvm 198508
// options: -cl-std=CL1.2
// global: 8
// local: 8
// offset: 0
// argument: results 32
// argument: shared 3 2147483649 77 12345 4294967295 6 2147483647 1
// expected: 6 2147483661 29 51 3 7 13 2147483665 156 12653 621 1309 24693 49457 98765 209865 2 2 4294967293 4294967279 17 23 53 102 4 4294967293 4294967293 2147483631 9 2147483651 13 17
kernel void entry(global ulong* results, global const uint* a) {
  const size_t i = get_global_id(0);
  const uint x = a[i];
  results[4 * i] = (x << 1) + (uint)i;
  results[4 * i + 1] = (x << 2) + a[i ^ 1];
  results[4 * i + 2] = (x << 3) + 5u;
  results[4 * i + 3] = (x << 4) + x;
}
