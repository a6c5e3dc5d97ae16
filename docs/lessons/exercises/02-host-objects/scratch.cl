// Turns the order of each group's elements around.
kernel void scratch(global int* a, local int* kept) {
  const uint item = get_local_id(0), last = get_local_size(0) - 1;
  kept[item] = a[get_global_id(0)];
  // HOLE: Wait for the others, and take the element at the other end.
  a[get_global_id(0)] = kept[item];
}
