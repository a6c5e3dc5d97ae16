// Adds the masses that lie left of each body. Bodies are as many as items, in groups of 32.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void tiles(global const float2* bodies, global float* left, uint count) {
  local float2 tile[32];
  const uint item = get_local_id(0), i = get_global_id(0);
  const float x = bodies[i].x;
  float sum = 0.0f;
  for (uint begin = 0; begin < count; begin += 32) {
    // HOLE: Load one body, wait, go through the tile, and wait.
  }
  left[i] = sum;
}
