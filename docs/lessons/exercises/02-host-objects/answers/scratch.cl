// Turns the order of each group's elements around.
kernel void scratch(global int* a, local int* kept) {
  const uint item = get_local_id(0), last = get_local_size(0) - 1;
  kept[item] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = kept[last - item];
}
