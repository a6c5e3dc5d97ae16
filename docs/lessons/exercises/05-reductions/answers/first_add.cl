kernel __attribute__((reqd_work_group_size(64, 1, 1))) void first_add(global const uint* in, global uint* sum, uint count) {
  local uint part[64];
  const uint item = get_local_id(0);
  uint own = 0;
  for (uint i = item; i < count; i += 64) own += in[i];
  part[item] = own;
  for (uint half_of = 32; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_of) part[item] += part[item + half_of];
  }
  if (item == 0) sum[0] = part[0];
}
