kernel __attribute__((reqd_work_group_size(64, 1, 1))) void merge(global const uchar* pixels, global uint* bins, uint count) {
  local uint own[256];
  const uint item = get_local_id(0);
  for (uint bin = item; bin < 256; bin += 64) own[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&own[pixels[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = item; bin < 256; bin += 64) atomic_add(&bins[bin], own[bin]);
}
