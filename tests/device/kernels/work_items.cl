// Work-item functions. Each item writes all that it knows, at the place that its own ids give.
kernel void everything(global uint* out) {
  const size_t gx = get_global_id(0) - get_global_offset(0), gy = get_global_id(1) - get_global_offset(1),
               gz = get_global_id(2) - get_global_offset(2);
  global uint* o = out + 22 * ((gz * get_global_size(1) + gy) * get_global_size(0) + gx);
  for (uint d = 0; d < 3; ++d) {  // d is not known before
    o[d] = get_global_id(d);
    o[3 + d] = get_local_id(d);
    o[6 + d] = get_group_id(d);
    o[9 + d] = get_global_size(d);
    o[12 + d] = get_local_size(d);
    o[15 + d] = get_num_groups(d);
    o[18 + d] = get_global_offset(d);
  }
  o[21] = get_work_dim();
}

// Dimensions that there are not.
kernel void beyond(global uint* out) {
  out[0] = get_global_id(3);
  out[1] = get_local_id(4);
  out[2] = get_group_id(5);
  out[3] = get_global_offset(6);
  out[4] = get_global_size(3);
  out[5] = get_local_size(3);
  out[6] = get_num_groups(3);
}

kernel __attribute__((reqd_work_group_size(8, 4, 2))) void fixed_size(global uint* out) {
  const size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  out[i] = get_local_size(0) * 10000 + get_local_size(1) * 1000 + get_local_size(2) * 100 +
           get_local_id(2) * 32 + get_local_id(1) * 8 + get_local_id(0);
}

kernel void large_x(global uint* out) {
  out[get_global_id(0) - get_global_offset(0)] = get_group_id(0) * 3 + get_local_id(0) + get_num_groups(0);
}
kernel void large_yz(global uint* out) {
  const size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  out[i] = get_group_id(2) * 7 + get_group_id(1) * 3 + get_local_id(0) + get_num_groups(1);
}
