// Makes bytes of four floats: rounded to the nearest even number, 0 below, 255 above.
kernel void pack(global const float4* in, global uint* out) {
  const uint i = get_global_id(0);
  out[i] = as_uint(convert_uchar4_sat_rte(in[i]));
}
