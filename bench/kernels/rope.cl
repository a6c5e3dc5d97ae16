// Rotary embedding: turns each pair of a head's elements by an angle of position and index.
kernel void rope(global const float2* in, global float2* out, int pairs, float base) {
  const int pair = get_global_id(0);
  const int position = get_global_id(1);
  const float angle = position * pow(base, -(float)pair / pairs);
  float c;
  const float s = sincos(angle, &c);
  const float2 v = in[position * pairs + pair];
  out[position * pairs + pair] = (float2)(v.x * c - v.y * s, v.x * s + v.y * c);
}
