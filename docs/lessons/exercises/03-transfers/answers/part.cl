// Adds 1 to `count` elements from `first` on, and changes no others.
kernel void part(global uint* a, uint first, uint count) {
  const uint i = get_global_id(0);
  if (i < count) a[first + i] += 1;
}
