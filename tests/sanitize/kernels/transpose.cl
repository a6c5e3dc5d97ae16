// --global-size 32x32 --work-group 8x8 --arg buffer:float:1024 --arg buffer:float:1024
kernel void transpose(global const float* from, global float* to) {
  local float tile[8 * 9];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint column = get_group_id(0) * 8, row = get_group_id(1) * 8;
  tile[y * 9 + x] = from[(row + y) * 32 + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[(column + y) * 32 + row + x] = tile[x * 9 + y];
}
