kernel __attribute__((reqd_work_group_size(64, 1, 1))) void largest(global const int* in, global int* found, uint count) {
  local int part[64];
  const uint item = get_local_id(0);
  part[item] = item < count ? in[item] : INT_MIN;
  for (uint half_of = 32; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_of) part[item] = max(part[item], part[item + half_of]);
  }
  if (item == 0) found[0] = part[0];
}
