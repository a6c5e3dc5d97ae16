// The text's n-body "without tiles", in one dimension: each item puts its own body into local memory again and again, no barrier
// follows, and each reads as many bodies from there as there are in all, beyond the array's end.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tiles_text(global const float* bodies, global float* pulls, uint count) {
  local float kept[64];
  const uint item = get_local_id(0), i = get_global_id(0);
  float pull = 0.0f;
  for (uint j = 0; j < count; ++j) {
    kept[item] = bodies[i];
    pull += kept[j] - bodies[i];
  }
  pulls[i] = pull;
}

// A tile of 64 bodies at a time, with barriers before it is read and before it is replaced.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tiles_repaired(global const float* bodies, global float* pulls, uint count) {
  local float kept[64];
  const uint item = get_local_id(0), i = get_global_id(0);
  float pull = 0.0f;
  for (uint begin = 0; begin < count; begin += 64) {
    kept[item] = bodies[begin + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint j = 0; j < 64; ++j) pull += kept[j] - bodies[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  pulls[i] = pull;
}
