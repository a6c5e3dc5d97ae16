// A text's sum with uint4: an item adds two blocks that lie side by side, so that neighbours load every second block.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void sum_uint4_text(global const uint4* in, global uint4* sums) {
  local uint4 part[64];
  const uint item = get_local_id(0), first = get_global_id(0) * 2;
  part[item] = in[first] + in[first + 1];
  for (uint stride = 32; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < stride) part[item] += part[item + stride];
  }
  if (item == 0) sums[get_group_id(0)] = part[0];
}

// The second block lies a group's width behind the first.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void sum_uint4_repaired(global const uint4* in, global uint4* sums) {
  local uint4 part[64];
  const uint item = get_local_id(0), first = get_group_id(0) * 128 + item;
  part[item] = in[first] + in[first + 64];
  for (uint stride = 32; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < stride) part[item] += part[item + stride];
  }
  if (item == 0) sums[get_group_id(0)] = part[0];
}
