// --global-size 256 --work-group 16 --arg buffer:float:256 --arg buffer:float:256 --arg buffer:float:256
// A part is copied out, and written again behind the wait.
kernel void results(global const float* from, global float* to, global float* also) {
  local float part[16];
  const uint item = get_local_id(0), first = get_group_id(0) * 16;
  part[item] = from[first + item];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(to + first, part, 16, 0);
  const float rest = from[first + (item ^ 1)];
  wait_group_events(1, &copied);
  part[item] *= 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  also[first + item] = part[item ^ 1] + rest;
}
