// Writes each element's left neighbour within its group.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void neighbour(global const uint* in, global uint* out, uint count) {
  local uint kept[64];
  const uint i = get_global_id(0), item = get_local_id(0);
  if (i < count) kept[item] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < count) out[i] = kept[item == 0 ? 0 : item - 1];
}
