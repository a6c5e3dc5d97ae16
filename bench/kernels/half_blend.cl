// Blends vectors of packed halves by a factor of their own.
kernel void half_blend(global const half* a, global const half* b, global const half* factors, global half* out) {
  const size_t i = get_global_id(0);
  const float4 x = vload_half4(i, a);
  const float4 y = vload_half4(i, b);
  vstore_half4_rte(mix(x, y, vload_half(i, factors)), i, out);
}
