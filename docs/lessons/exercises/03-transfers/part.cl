// Adds 1 to `count` elements from `first` on, and changes no others.
kernel void part(global uint* a, uint first, uint count) {
  const uint i = get_global_id(0);
  // HOLE: Begin at `first`, and stay within the part.
  a[i] += 1;
}
