// Transposes a square matrix whose side is a multiple of 16.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void tile(global const uint* in, global uint* out, uint side) {
  local uint kept[16][17];
  const uint x = get_local_id(0), y = get_local_id(1), left = get_group_id(0) * 16, top = get_group_id(1) * 16;
  kept[y][x] = in[(top + y) * side + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  // HOLE: Let neighbours in x write neighbours: the tile, not the store, is read by columns.
  out[(left + x) * side + top + y] = kept[y][x];
}
