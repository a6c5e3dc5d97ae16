kernel __attribute__((reqd_work_group_size(256, 1, 1))) void serial(global const uint* in, global uint* sums) {
  local uint part[256];
  const uint item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  for (uint half_of = 128; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_of) part[item] += part[item + half_of];
  }
  if (item == 0) sums[get_group_id(0)] = part[0];
}
