// Counts 16 shades. Each item has `each` pixels and bins of 8 bits, of which many fit local memory.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void overflow(global const uchar* pixels, global uint* bins, uint each) {
  local uchar own[16][16];
  const uint item = get_local_id(0);
  for (uint shade = 0; shade < 16; ++shade) own[shade][item] = 0;
  global const uchar* mine = pixels + get_global_id(0) * each;
  for (uint i = 0; i < each; ++i) {
    const uint shade = mine[i] & 15;
    own[shade][item]++;
    // HOLE: Empty a bin into the result before it can overflow.
  }
  for (uint shade = 0; shade < 16; ++shade) atomic_add(&bins[shade], own[shade][item]);
}
