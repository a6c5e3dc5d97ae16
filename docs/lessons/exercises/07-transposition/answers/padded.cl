#define ROW 33

// Transposes a matrix of 32 x 32 by one group.
kernel __attribute__((reqd_work_group_size(32, 8, 1))) void padded(global const uint* in, global uint* out) {
  local uint kept[32 * ROW];
  const uint x = get_local_id(0);
  for (uint y = get_local_id(1); y < 32; y += 8) kept[y * ROW + x] = in[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint y = get_local_id(1); y < 32; y += 8) out[y * 32 + x] = kept[x * ROW + y];
}
