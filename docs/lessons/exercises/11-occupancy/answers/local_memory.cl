// Each element becomes the sum of its group's elements up to it.
#define ROOM 64
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void local_memory(global uint* a) {
  local uint kept[ROOM];
  const uint item = get_local_id(0);
  kept[item] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i <= item; ++i) sum += kept[i];
  a[get_global_id(0)] = sum;
}
