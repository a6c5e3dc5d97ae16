// The text's histogram: 128 items with 256 bins of 8 bits each. An item clears its own row, as all do in one bank; 256 equal pixels
// of an item overflow its bin. The host adds the groups' bins.
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void histogram_text(global const uchar* pixels, global uint* sums) {
  local uchar bins[128 * 256];
  const uint item = get_local_id(0);
  for (uint i = 0; i < 256; ++i) bins[item * 256 + i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uchar* mine = pixels + get_group_id(0) * 128 * 256;
  for (uint i = 0; i < 256; ++i) bins[item * 256 + mine[i * 128 + item]]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 256; bin += 128) {
    uint sum = 0;
    for (uint i = 0; i < 128; ++i) sum += bins[i * 256 + bin];
    sums[get_group_id(0) * 256 + bin] = sum;
  }
}

// One row of bins for a group, counted by atomics of local memory.
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void histogram_repaired(global const uchar* pixels, global uint* sums) {
  local uint bins[256];
  const uint item = get_local_id(0);
  for (uint bin = item; bin < 256; bin += 128) bins[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uchar* mine = pixels + get_group_id(0) * 128 * 256;
  for (uint i = 0; i < 256; ++i) atomic_inc(&bins[mine[i * 128 + item]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 256; bin += 128) sums[get_group_id(0) * 256 + bin] = bins[bin];
}
