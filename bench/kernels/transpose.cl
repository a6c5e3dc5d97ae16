// Transposes a matrix through a tile in local memory.
#define TILE 16
kernel void transpose(global const float* in, global float* out) {
  local float tile[TILE][TILE + 1];
  const int width = get_global_size(0);
  const int height = get_global_size(1);
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * TILE + y) * height + get_group_id(1) * TILE + x] = tile[x][y];
}
