// --global-size 512 --work-group 64 --arg buffer:uint:512 --arg buffer:uint:512
kernel void scan(global const uint* from, global uint* to) {
  local uint sums[64];
  const uint item = get_local_id(0);
  sums[item] = from[get_global_id(0)];
  for (uint step = 1; step < 64; step += step) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint before = item >= step ? sums[item - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[item] += before;
  }
  to[get_global_id(0)] = sums[item];
}
