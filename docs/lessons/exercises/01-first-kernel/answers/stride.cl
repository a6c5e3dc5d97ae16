// Doubles `count` numbers, however few items there are.
kernel void stride(global uint* a, uint count) {
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) a[i] *= 2;
}
