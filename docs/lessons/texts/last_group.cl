// The text's last group: one item adds for its group, and counts. Its fence stands behind the count and may be left out, it says; here
// it is. So the count may be seen before the sum.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void last_group_text(global const uint* in, global uint* sums, global uint* counter,
                                                                            global uint* result) {
  local uint part[256];
  part[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  uint sum = 0;
  for (uint i = 0; i < 256; ++i) sum += part[i];
  sums[get_group_id(0)] = sum;
  if (atomic_inc(counter) != get_num_groups(0) - 1) return;
  uint all = 0;
  for (uint group = 0; group < get_num_groups(0); ++group) all += sums[group];
  *result = all;
}

// The fence stands before the count, and the sums are written and read by atomics, past caches of one unit.
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void last_group_repaired(global const uint* in, global uint* sums, global uint* counter,
                                                                                global uint* result) {
  local uint part[256];
  part[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  uint sum = 0;
  for (uint i = 0; i < 256; ++i) sum += part[i];
  atomic_xchg(&sums[get_group_id(0)], sum);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  if (atomic_inc(counter) != get_num_groups(0) - 1) return;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  uint all = 0;
  for (uint group = 0; group < get_num_groups(0); ++group) all += atomic_or(&sums[group], 0);
  *result = all;
}
