// --global-size 64 --work-group 64 --arg buffer:float:256 --arg buffer:float:64
// Events in an array of arrays, whose address behind a copy is kept.
kernel void event_tables(global const float* from, global float* to) {
  local float parts[2][2][16];
  event_t copied[2][2];
  const uint item = get_local_id(0);
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 2; ++x) copied[y][x] = async_work_group_copy(parts[y][x], from + 32 * y + 16 * x, 16, 0);
  }
  for (int y = 0; y < 2; ++y) wait_group_events(2, copied[y]);
  to[item] = parts[item & 1][1][item & 15];
}
