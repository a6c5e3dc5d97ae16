// Doubles `count` numbers, however few items there are.
kernel void stride(global uint* a, uint count) {
  // HOLE: Go on with the element that lies as far ahead as there are items.
  const size_t i = get_global_id(0);
  if (i < count) a[i] *= 2;
}
