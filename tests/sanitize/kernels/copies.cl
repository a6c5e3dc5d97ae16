// --global-size 256 --work-group 16 --arg buffer:float:1024 --arg buffer:float3:256 --arg buffer:float:256
kernel void copies(global const float* from, global const float3* points, global float* to) {
  local float line[16], spread[16], whole[16];
  local float3 corners[16];
  const uint item = get_local_id(0), first = get_group_id(0) * 16;
  event_t copied = async_work_group_copy(line, from + first, 16, 0);
  copied = async_work_group_strided_copy(spread, from + first, 16, 4, copied);
  copied = async_work_group_copy(corners, points + first, 16, copied);
  const float rest = fract(from[first + item], whole + item);
  wait_group_events(1, &copied);
  barrier(CLK_LOCAL_MEM_FENCE);
  to[first + item] = line[15 - item] + spread[15 - item] + corners[15 - item].z + whole[15 - item] + rest;
}
