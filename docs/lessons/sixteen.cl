// Sorts 16 keys by the texts' bitonic network, in one group of 8 items, and prints them after each pass, which the texts' host does.
// The numbers stand in sixteen.sim: write your own.
kernel void sixteen(global uint* keys) {
  const uint item = get_local_id(0);
  for (uint stage = 0; stage < 4; ++stage) {
    for (uint step = 0; step <= stage; ++step) {
      const uint distance = 1 << (stage - step);
      const uint left = item / distance * 2 * distance + item % distance;
      const bool goes_up = (item >> stage) % 2 == 0;
      const uint a = keys[left], b = keys[left + distance];
      keys[left] = goes_up ? min(a, b) : max(a, b);
      keys[left + distance] = goes_up ? max(a, b) : min(a, b);
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (item == 0) {
        printf("%u.%u:", stage, step);
        for (uint i = 0; i < 16; ++i) printf(" %u", keys[i]);
        printf("\n");
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
  }
}
