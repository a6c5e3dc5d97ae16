// Writes each element's left neighbour within its group.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void neighbour(global const uint* in, global uint* out, uint count) {
  local uint kept[64];
  const uint i = get_global_id(0), item = get_local_id(0);
  // HOLE: Leave out what lies beyond the end, and not the barrier.
  if (i >= count) return;
  kept[item] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = kept[item == 0 ? 0 : item - 1];
}
