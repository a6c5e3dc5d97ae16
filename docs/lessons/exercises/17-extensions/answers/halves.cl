// Doubles `count` halves.
kernel void halves(global half* a, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  vstore_half(vload_half(i, a) * 2.0f, i, a);
}
