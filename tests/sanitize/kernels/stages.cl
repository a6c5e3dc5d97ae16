// --global-size 256 --work-group 16 --arg buffer:float:2048 --arg buffer:float:256 --arg 8
// One part is copied while the other one is used.
kernel void stages(global const float* from, global float* to, int steps) {
  local float parts[2][16];
  const uint item = get_local_id(0), first = get_group_id(0) * 16;
  float sum = 0;
  event_t copied = async_work_group_copy(parts[0], from + first, 16, 0);
  for (int i = 0; i < steps; ++i) {
    wait_group_events(1, &copied);
    if (i + 1 < steps) copied = async_work_group_copy(parts[(i + 1) & 1], from + first + 256 * (i + 1), 16, 0);
    sum += parts[i & 1][15 - item];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  to[first + item] = sum;
}
