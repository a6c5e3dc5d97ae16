// Adds the products of four signed bytes to a sum that stays in 32 bits.
kernel void dot_of_bytes(global const char4* a, global const char4* b, global int* sums) {
  const uint i = get_global_id(0);
  const int4 products = convert_int4(a[i]) * convert_int4(b[i]);
  sums[i] = add_sat(sums[i], products.x + products.y + products.z + products.w);
}
