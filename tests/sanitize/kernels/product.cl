// --global-size 32x32 --work-group 8x8 --arg buffer:float:1024 --arg buffer:float:1024 --arg buffer:float:1024
kernel void product(global const float* a, global const float* b, global float* c) {
  local float left[8][8], right[8][8];
  const uint x = get_local_id(0), y = get_local_id(1);
  float sum = 0;
  for (uint k = 0; k < 32; k += 8) {
    left[y][x] = a[get_global_id(1) * 32 + k + x];
    right[y][x] = b[(k + y) * 32 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 8; ++i) sum += left[y][i] * right[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[get_global_id(1) * 32 + get_global_id(0)] = sum;
}
