// Adds 64 rows of 32 bins: item i adds row i.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void rows(global const uint* in, global uint* sums) {
  local uint bins[64 * 32];
  const uint item = get_local_id(0);
  for (uint i = item; i < 64 * 32; i += 64) bins[i] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  // HOLE: Begin each row at another bin, so that neighbours are in different banks.
  for (uint i = 0; i < 32; ++i) sum += bins[item * 32 + i];
  sums[item] = sum;
}
