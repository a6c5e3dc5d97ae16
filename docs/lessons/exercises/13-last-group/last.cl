// Adds 64 numbers a group by one item; the group that counts last adds the sums.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void last(global const uint* in, volatile global uint* sums, volatile global uint* counter,
                                                                 global uint* result) {
  if (get_local_id(0) != 0) return;
  uint sum = 0;
  for (uint i = 0; i < 64; ++i) sum += in[get_group_id(0) * 64 + i];
  sums[get_group_id(0)] = sum;
  // HOLE: Let the sum be seen before the count, count, and compare with the number of groups.
  const bool is_last = get_group_id(0) == get_num_groups(0) - 1 && atomic_inc(counter) == 0;
  if (!is_last) return;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  uint all = 0;
  for (uint group = 0; group < get_num_groups(0); ++group) all += sums[group];
  result[0] = all;
}
