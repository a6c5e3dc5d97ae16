// A text's second tree: contiguous items add, so that waves do not diverge; their words lie in fewer and fewer banks.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sums_text(global const uint* in, global uint* out) {
  local uint part[256];
  const uint item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  for (uint stride = 1; stride < 256; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint at = 2 * stride * item;
    if (at < 256) part[at] += part[at + stride];
  }
  if (item == 0) out[get_group_id(0)] = part[0];
}

// Halves: neighbours add neighbours.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void sums_repaired(global const uint* in, global uint* out) {
  local uint part[256];
  const uint item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  for (uint stride = 128; stride > 0; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < stride) part[item] += part[item + stride];
  }
  if (item == 0) out[get_group_id(0)] = part[0];
}
