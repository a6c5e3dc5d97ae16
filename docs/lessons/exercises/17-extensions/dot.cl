// Adds the products of four signed bytes to a sum that stays in 32 bits.
kernel void dot_of_bytes(global const char4* a, global const char4* b, global int* sums) {
  const uint i = get_global_id(0);
  // HOLE: Multiply as int, and add with saturation.
  const char4 products = a[i] * b[i];
  sums[i] += products.x + products.y + products.z + products.w;
}
