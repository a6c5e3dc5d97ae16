// Work-item functions where the last groups of a range are smaller than the others. Each item writes all that it knows,
// at the place that its own ids give.
#define OF_DIMENSION(d)              \
  o[0] = get_global_id(d);           \
  o[1] = get_local_id(d);            \
  o[2] = get_group_id(d);            \
  o[3] = get_global_size(d);         \
  o[4] = get_local_size(d);          \
  o[5] = get_enqueued_local_size(d); \
  o[6] = get_num_groups(d);          \
  o[7] = get_global_offset(d);

global uint* place(global uint* out, uint n) {
  const size_t gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1),
               gz = get_global_id(2) - get_global_offset(2);
  return out + n * ((gz * get_global_size(1) + gy) * get_global_size(0) + gx);
}
void write_rest(global uint* o) {
  o[0] = get_work_dim();
  o[1] = get_global_linear_id();
  o[2] = get_local_linear_id();
}

kernel void unequal(global uint* out) {
  global uint* o = place(out, 35);
  for (uint d = 0; d < 4; ++d, o += 8) { OF_DIMENSION(d) }  // d is not known before
  write_rest(o);
}
kernel void unequal_known(global uint* out) {
  global uint* o = place(out, 35);
  OF_DIMENSION(0)
  o += 8;
  OF_DIMENSION(1)
  o += 8;
  OF_DIMENSION(2)
  o += 8;
  OF_DIMENSION(3)
  o += 8;
  write_rest(o);
}

// A barrier that all items of a smaller group reach, and the sum of what they put before it.
kernel void unequal_sums(global uint* out, local uint* shared) {
  const uint i = get_local_linear_id(), items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  shared[i] = get_global_linear_id();
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint k = 0; k < items; ++k) sum += shared[k];
  *place(out, 1) = sum;
}

#ifdef __opencl_c_work_group_collective_functions
kernel void unequal_collectives(global const uint* given, global uint* out, local uint* shared) {
  global uint* o = place(out, 6);
  const uint value = get_global_linear_id(), i = get_local_linear_id();
  const uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  o[0] = work_group_reduce_add(value);
  o[1] = work_group_scan_exclusive_add(value);
  o[2] = work_group_scan_inclusive_add(value);
  o[3] = work_group_broadcast(value, get_local_size(0) - 1, get_local_size(1) - 1, get_local_size(2) - 1);
  o[4] = work_group_all(i < items) && !work_group_all(i + 1 < items);
  o[5] = work_group_any(i + 1 == items) && !work_group_any(i == items);
  event_t copied = async_work_group_copy(shared, given, items, 0);
  wait_group_events(1, &copied);
  uint wrong = 0;
  for (uint k = 0; k < items; ++k) wrong += shared[k] != given[k];
  if (wrong) o[5] = 0;
}
#endif
#ifdef __opencl_c_subgroups
kernel void unequal_sub_groups(global uint* out) {
  global uint* o = place(out, 7);
  o[0] = get_local_linear_id();
  o[1] = get_sub_group_id();
  o[2] = get_sub_group_local_id();
  o[3] = get_sub_group_size();
  o[4] = get_max_sub_group_size();
  o[5] = get_num_sub_groups();
  o[6] = get_enqueued_num_sub_groups();
}
#endif
