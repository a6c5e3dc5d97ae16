// Writes the elements that are not 0 to the front, in their order, and how many they are.
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void compact(global const uint* in, global uint* out, global uint* count) {
  local uint has_work[64];
  const uint item = get_local_id(0);
  has_work[item] = in[item] != 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint place = 0;
  for (uint i = 0; i < item; ++i) place += has_work[i];
  if (has_work[item]) out[place] = in[item];
  if (item == 63) count[0] = place + has_work[63];
}
