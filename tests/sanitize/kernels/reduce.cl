// --global-size 1024 --work-group 128 --arg buffer:float:1024 --arg buffer:float:8 --arg local:512
kernel void reduce(global const float* from, global float* sums, local float* part) {
  const uint item = get_local_id(0);
  part[item] = from[get_global_id(0)];
  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < step) part[item] += part[item + step];
  }
  if (item == 0) sums[get_group_id(0)] = part[0];
}
