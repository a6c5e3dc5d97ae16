// Fills an array with its own indices.
kernel void columns(global uint* a) {
  const uint i = get_global_id(0), items = get_global_size(0);
  a[i] = i;
}
