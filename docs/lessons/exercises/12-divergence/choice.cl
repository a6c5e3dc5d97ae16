// Keeps positive numbers, and takes a tenth of the others.
kernel void choice(global float4* a) {
  const float4 x = a[get_global_id(0)];
  // HOLE: Compare in a way that sets all bits of an element where it holds.
  a[get_global_id(0)] = select(x * 0.125f, x, convert_int4(x));
}
