// Puts elements where an FFT wants them: at the index with its bits in reverse.
kernel void bit_reversal(global const float2* in, global float2* out, int bits) {
  const uint at = get_global_id(0);
  uint from = at;
  uint to = 0;
  for (int i = 0; i < bits; ++i) {
    to = (to << 1) | (from & 1);
    from >>= 1;
  }
  out[to] = in[at];
}
