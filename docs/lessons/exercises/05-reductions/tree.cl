kernel __attribute__((reqd_work_group_size(64, 1, 1))) void tree(global const uint* in, global uint* sums) {
  local uint part[64];
  const uint item = get_local_id(0);
  part[item] = in[get_global_id(0)];
  // HOLE: Halve the number of summands in each step, with a barrier before it.
  if (item == 0) sums[get_group_id(0)] = part[0];
}
