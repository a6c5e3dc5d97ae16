// -cl-std=CL3.0 --global-size 256 --work-group 16 --arg buffer:float:256 --arg buffer:float:256
// Copies let an item go on: the first item may be two copies further when the last one leaves the barrier.
kernel void late_copies(global const float* from, global float* to) {
  local float line[16], other[16];
  const uint item = get_local_id(0), first = get_group_id(0) * 16;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(line, from + first, 16, 0);
  copied = async_work_group_copy(other, from + first, 16, copied);
  wait_group_events(1, &copied);
  to[first + item] = line[15 - item] + other[15 - item];
}
