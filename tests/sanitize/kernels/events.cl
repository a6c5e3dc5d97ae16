// --global-size 256 --work-group 16 --arg buffer:float:256 --arg buffer:float:256
// A wait is for its own events: each part may be read only where it was waited for.
kernel void events(global const float* from, global float* to) {
  local float first[16], second[16];
  event_t copied[2];
  const uint item = get_local_id(0), begin = get_group_id(0) * 16;
  copied[0] = async_work_group_copy(first, from + begin, 16, 0);
  for (int i = 1; i < 2; ++i) copied[i] = async_work_group_copy(second, from + begin, 16, 0);
  wait_group_events(1, copied + 1);
  const float one = second[15 - item];
  wait_group_events(1, copied);
  to[begin + item] = one + first[15 - item];
}
