kernel __attribute__((reqd_work_group_size(32, 32, 1))) void turn(global float* a) {
  local float tile[32][32];
  uint x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[y * 32 + x] = tile[x][y];
}
