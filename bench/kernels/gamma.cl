// Gamma correction of pixels; alpha stays.
kernel void gamma(global const uchar4* in, global uchar4* out, float exponent) {
  const size_t i = get_global_id(0);
  const float4 pixel = convert_float4(in[i]) / 255.0f;
  float4 changed = pow(pixel, (float4)(exponent)) * 255.0f;
  changed.w = pixel.w * 255.0f;
  out[i] = convert_uchar4_sat_rte(changed);
}
